import type { FieldErrors } from "../../../server/outcomes/actions.ts";
import { texts } from "../../texts/index.ts";

export const MAX_TEXT = 500;
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif";

/** Forms send a line break as CRLF, but `maxlength` counts it as one character. */
export const normaliseLineBreaks = (text: string) => text.replaceAll("\r\n", "\n");

export function withoutReportMark(text: string): string {
  let rest = text.trim();
  while (rest.startsWith(texts.report.mark)) rest = rest.slice(texts.report.mark.length).trim();
  return rest;
}

function problemOf(text: string, words: typeof texts.feedback | typeof texts.chat): string {
  if (text.trim() === "") return words.placeholder;
  return normaliseLineBreaks(text).length > MAX_TEXT ? words.tooLong(MAX_TEXT) : "";
}

export function feedbackErrors(text: string): FieldErrors {
  const problem = problemOf(text, texts.feedback);
  return problem ? { text: problem } : {};
}
export const messageProblem = (text: string) => problemOf(text, texts.chat);
