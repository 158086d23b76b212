import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import { texts } from "../../../texts/index.ts";
import { feedbackProblem, plain, withoutReportMark } from "../chat/rules.ts";

/** What came of a feedback form; `problem` belongs to its text. */
export interface FeedbackAnswer {
  ok: boolean;
  message: string;
  problem?: string;
  /** What was written, for a form that is shown again. */
  text: string;
}

const form = z.object({ text: z.string().max(20_000).catch("") });

export async function sendFeedback(context: Context, request: Request) {
  const fields = form.parse(Object.fromEntries(await request.formData()));
  const text = withoutReportMark(fields.text);
  const problem = feedbackProblem(text);
  if (problem) return { ok: false, message: problem, problem, text };
  const sent = await context.attempt("feedback", context.api.support.feedback(plain(text)));
  const answer: FeedbackAnswer = { ok: sent.ok, message: sent.ok ? "" : sent.message, text };
  return (sent.ok && context.redirectWithFlash("/feed", texts.feedback.thanks)) || answer;
}
