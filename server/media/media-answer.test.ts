import { expect, test } from "vitest";
import { requestedBytes, sliceBytes } from "./media-answer.ts";

const window = { start: 100, end: 200 };

test.each([
  [null, 100, 200],
  ["bytes=100-149", 100, 150],
  ["bytes=150-", 150, 200],
  ["bytes=199-5000", 199, 200],
])("%s gets what the window holds of it", (range, start, end) => {
  expect(requestedBytes(window, range)).toEqual({ start, end });
});

test.each([
  "bytes=200-",
  "bytes=200-300",
  "bytes=0-50",
  "bytes=0-",
  "bytes=-50",
  "bytes=150-120",
  "bytes=100-110,300-400",
  "lines=1-2",
  "",
])("%s gets nothing", (range) => {
  expect(requestedBytes(window, range)).toBeUndefined();
});

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

test.each([
  [0, 4, "0123"],
  [2, 4, "2345"],
  [5, 100, "56789"],
  [4, 0, ""],
  [20, 5, ""],
])("from byte %i, %i bytes", async (skip, length, text) => {
  const parts: Buffer[] = [];
  for await (const part of sliceBytes(chunks("012", "345", "", "6789"), skip, length))
    parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe(text);
});
