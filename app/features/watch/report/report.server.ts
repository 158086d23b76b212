import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import { texts } from "../../../texts/index.ts";
import { findVideo } from "../page/find-video.server.ts";
import { MAX_NOTE } from "./report.tsx";

const { reasons } = texts.report;
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const form = z.object({
  video: z.string().regex(/^\d{1,20}$/, texts.video.missing),
  reason: z.enum(reasons, texts.report.noReason),
  note: z
    .string()
    .default("")
    .transform(oneLine)
    .pipe(z.string().max(MAX_NOTE, texts.report.longNote(MAX_NOTE))),
});

/** Whether the report went out, or what is wrong with which field; `video` also stands for the whole. */
export type ReportAnswer =
  | { sent: true }
  | { sent: false; field: "video" | "reason" | "note"; message: string };

/** The video that is reported, as its own page names it; null for one that does not exist. */
export async function reportedVideo(context: Context, id: string | null) {
  const detail = await findVideo(context, id);
  return detail && { code: detail.video.code, title: detail.video.title };
}

/** Tells the operator, as feedback of this visitor, in one line that starts with its own mark. */
export async function answerToReport(context: Context, request: Request) {
  const fields = form.safeParse(Object.fromEntries(await request.formData()));
  if (!fields.success) return refusal(fields.error);
  const { video: id, reason, note } = fields.data;
  const sent = await send(context, id, { reason, note });
  return (sent.sent && context.redirectWithFlash(`/report?video=${id}`, texts.report.sent)) || sent;
}

async function send(
  context: Context,
  id: string,
  about: { reason: string; note: string },
): Promise<ReportAnswer> {
  const told = await context.attempt("report", tell(context, id, about));
  if (told.ok && told.data) return { sent: true };
  const message = told.ok ? texts.video.missing : told.message || texts.network;
  return { sent: false, field: "video", message };
}

/** False for a video that does not exist. */
async function tell(context: Context, id: string, about: { reason: string; note: string }) {
  const video = await reportedVideo(context, id);
  if (!video) return false;
  const report = { ...about, code: video.code, title: oneLine(video.title) };
  await context.api.support.feedback(`${texts.report.mark} ${texts.report.content(report)}`);
  return true;
}

function refusal({ issues }: z.ZodError): ReportAnswer {
  const [first] = issues;
  const field = z.enum(["video", "reason", "note"]).catch("video").parse(first?.path[0]);
  return { sent: false, field, message: first?.message ?? texts.network };
}
