import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { breakLines, lightTokens, pictureFileName } from "./poster.ts";

test("posters use the light colours of tokens.css", () => {
  const light = readFileSync("app/styles/tokens.css", "utf8").replace(
    /var\(--if-light, (.+?)\)\s+var\(--if-dark, .+?\);/g,
    "$1;",
  );
  const valueIn = (token: string): string =>
    (new RegExp(`${token}: ([^;]+);`).exec(light)?.[1] ?? "").replace(
      /var\((--[\w-]+)\)/g,
      (_, name) => valueIn(name),
    );
  for (const [token, value] of Object.entries(lightTokens))
    expect([token, value]).toEqual([token, valueIn(token)]);
});

const upTo = (letters: number) => (line: string) => [...line].length <= letters;

test("a short text is one line", () => {
  expect(breakLines("海边日落", 2, upTo(8))).toEqual(["海边日落"]);
  expect(breakLines("", 2, upTo(8))).toEqual([]);
});

test("Chinese breaks anywhere, Latin words stay whole", () => {
  expect(breakLines("海边日落之后潮水", 2, upTo(5))).toEqual(["海边日落之", "后潮水"]);
  expect(breakLines("the quiet sea", 3, upTo(9))).toEqual(["the quiet", "sea"]);
  expect(breakLines("antidisestablishment", 3, upTo(8))).toEqual(["antidise", "stablish", "ment"]);
});

test("a text that does not fit ends in an ellipsis that fits", () => {
  expect(breakLines("一二三四五六七八九十", 2, upTo(4))).toEqual(["一二三四", "五六七…"]);
  expect(breakLines("𠮷".repeat(9), 1, upTo(4))).toEqual(["𠮷𠮷𠮷…"]);
});

test("a picture's file is named after its video", () => {
  expect(pictureFileName("海边日落 第3集：潮水退去之后", "橙影")).toBe(
    "海边日落 第3集：潮水退去之后.png",
  );
});

test("characters that file systems reject become spaces", () => {
  expect(pictureFileName('../a\\b:c*d?"<e>|f\u0000\u202egnp', "橙影")).toBe("a b c d e f gnp.png");
});

test("a file name is never too long or empty", () => {
  expect(pictureFileName("海".repeat(500), "橙影")).toBe(`${"海".repeat(60)}.png`);
  expect(pictureFileName(" ../ ", "橙影")).toBe("橙影.png");
});
