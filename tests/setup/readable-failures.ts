import { afterEach } from "vitest";

const LONG = 2_000;
const SHOWN = 1_500;

/** What a person would read on a page. */
const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** A failure that is about a whole page shows what the page says, and not 100 KB of its source. */
afterEach(({ task }) => {
  for (const error of task.result?.errors ?? []) {
    const { actual, expected } = error;
    if (typeof actual !== "string" || actual.length < LONG || !actual.includes("<html")) continue;
    const words = wordsOf(actual);
    error.diff = `wanted: ${expected}\nthe page reads: ${words.slice(0, SHOWN)}${words.length > SHOWN ? " …" : ""}`;
  }
});
