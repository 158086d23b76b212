import { expect, test } from "vitest";
import { lines } from "./lines.ts";

const upTo = (letters: number) => (line: string) => [...line].length <= letters;

test("a short text is one line", () => {
  expect(lines("海边日落", 2, upTo(8))).toEqual(["海边日落"]);
  expect(lines("", 2, upTo(8))).toEqual([]);
});

test("Chinese breaks anywhere, words of Latin letters stay whole", () => {
  expect(lines("海边日落之后潮水", 2, upTo(5))).toEqual(["海边日落之", "后潮水"]);
  expect(lines("the quiet sea", 3, upTo(9))).toEqual(["the quiet", "sea"]);
  expect(lines("antidisestablishment", 3, upTo(8))).toEqual(["antidise", "stablish", "ment"]);
});

test("what does not fit ends in an ellipsis that fits", () => {
  expect(lines("一二三四五六七八九十", 2, upTo(4))).toEqual(["一二三四", "五六七…"]);
  expect(lines("𠮷".repeat(9), 1, upTo(4))).toEqual(["𠮷𠮷𠮷…"]);
});
