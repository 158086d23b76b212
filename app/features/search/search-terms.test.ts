import { expect, test } from "vitest";
import { nearbyTerms } from "./search-terms.tsx";

test("the words of a term come first, then terms that share the most characters with it", () => {
  expect(nearbyTerms("海边 极夜", ["极光", "海浪", "海边", "森林"])).toEqual([
    "海边",
    "极夜",
    "极光",
    "海浪",
  ]);
});

test("a term that shares no character with others has no nearby terms", () => {
  expect(nearbyTerms("zzz", ["极光", "海浪", "zzz"])).toEqual([]);
});
