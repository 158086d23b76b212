import { expect, test } from "vitest";
import { nearbyTerms } from "./search-terms.tsx";

test("a term's own words come first, then what shares the most characters with it", () => {
  expect(nearbyTerms("海边 极夜", ["极光", "海浪", "海边", "森林"])).toEqual([
    "海边",
    "极夜",
    "极光",
    "海浪",
  ]);
});

test("a term that has nothing in common with any other has none, nor is it its own", () => {
  expect(nearbyTerms("zzz", ["极光", "海浪", "zzz"])).toEqual([]);
});
