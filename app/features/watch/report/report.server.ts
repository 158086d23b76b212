import { z } from "zod";
import type { Context } from "../../../../server/context.ts";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { actionDone, actionFailed, actionInvalid } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { requestedVideo, videoCode } from "../watch.server.ts";
import { MAX_NOTE_LENGTH } from "./report.tsx";

const { reasons } = texts.reportForm;
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const reportForm = z.object({
  video: videoCode,
  reason: z.enum(reasons, texts.reportForm.noReason),
  note: z
    .string()
    .default("")
    .transform(oneLine)
    .pipe(z.string().max(MAX_NOTE_LENGTH, texts.reportForm.longNote(MAX_NOTE_LENGTH))),
});
type ReportForm = z.output<typeof reportForm>;

const missingVideo = () => actionFailed({ reason: "invalid", message: texts.video.missing });

export async function reportedVideo(context: Context, id: string | null) {
  const detail = await requestedVideo(context, id);
  return detail && { code: detail.video.code, title: detail.video.title };
}

export async function sendReport(
  context: Context,
  request: Request,
): Promise<ActionResult | Response> {
  const form = reportForm.safeParse(Object.fromEntries(await context.formDataOf(request)));
  if (!form.success) return firstProblem(form.error);
  const sent = await context.attempt("report", send(context, form.data));
  if (!sent.ok) return actionFailed(sent);
  if (!sent.data) return missingVideo();
  const address = `/report?video=${form.data.video}`;
  return context.redirectNativeForm(address, texts.report.sent) ?? actionDone();
}

async function send(context: Context, { video: id, reason, note }: ReportForm) {
  const video = await reportedVideo(context, id);
  if (!video) return false;
  const report = { reason, note, code: video.code, title: oneLine(video.title) };
  await context.api.support.feedback(`${texts.report.mark} ${texts.report.content(report)}`);
  return true;
}

function firstProblem({ issues: [first] }: z.ZodError) {
  const field = first?.path[0];
  return field === "reason" || field === "note"
    ? actionInvalid({ [field]: first?.message ?? "" })
    : missingVideo();
}
