import { z } from "zod";
import type { Context } from "../../../../server/context.ts";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { actionDone, actionFailed, actionInvalid } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { feedbackErrors, normaliseLineBreaks, withoutReportMark } from "../message-rules.ts";

export type FeedbackResult = ActionResult<null, { text: string }>;

const form = z.object({ text: z.string().max(20_000).catch("") });

export async function sendFeedback(
  context: Context,
  request: Request,
): Promise<FeedbackResult | Response> {
  const fields = form.parse(Object.fromEntries(await context.formDataOf(request)));
  const text = withoutReportMark(fields.text);
  const errors = feedbackErrors(text);
  if (errors.text) return actionInvalid(errors, { text });
  const sent = await context.attempt(
    "feedback",
    context.api.support.feedback(normaliseLineBreaks(text)),
  );
  if (!sent.ok) return actionFailed(sent, { input: { text } });
  return context.redirectNativeForm("/feed", texts.feedback.thanks) ?? actionDone();
}
