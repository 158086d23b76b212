import { expect, test } from "vitest";
import { inBlocks } from "./blocks.ts";

test("the first block holds more than the others", () => {
  expect(inBlocks([1, 2, 3, 4, 5, 6, 7, 8], 3, 1)).toEqual([[1, 2, 3, 4], [5, 6, 7], [8]]);
});

test("what was cut before stays as it is when the list grows", () => {
  const short = inBlocks([1, 2, 3, 4, 5], 2, 1);
  expect(inBlocks([1, 2, 3, 4, 5, 6, 7], 2, 1).slice(0, 2)).toEqual(short);
});

test("an empty list is one empty block", () => {
  expect(inBlocks([], 3, 1)).toEqual([[]]);
});
