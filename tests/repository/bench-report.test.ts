import { expect, test } from "vitest";
import { compare, type Measured, median, meetsGoal } from "../bench/report/report.ts";
import { asMarkdown, asText, inDigits } from "../bench/report/table.ts";
import { isFlat } from "../bench/report/trend.ts";
import { betweenMarkers, withChapter } from "../bench/report/write-results.ts";

const hit = compare(
  { group: "throughput", what: "home", value: 9_000, unit: "req/s", goal: { atLeast: 0.5 } },
  { what: "bare node", value: 20_000 },
);
const calls: Measured = {
  group: "upstream",
  what: "calls a|b",
  value: 1,
  unit: "calls",
  goal: { atMost: 1 },
};
const size: Measured = { group: "throughput", what: "bytes", value: 12.34, unit: "KB" };

test("a goal is a bound on the ratio, or on the value where there is nothing to compare with", () => {
  expect(hit.ratio).toBe(0.45);
  expect([hit, calls, size].map(meetsGoal)).toEqual([false, true, true]);
  expect(meetsGoal({ ...hit, goal: { atLeast: 0.45 } })).toBe(true);
  expect(meetsGoal({ ...calls, value: 2 })).toBe(false);
});

test("a missing measurement meets no goal", () => {
  expect(meetsGoal({ ...hit, ratio: Number.NaN })).toBe(false);
  expect(meetsGoal({ ...calls, value: median([]) })).toBe(false);
});

test("numbers have three significant digits", () => {
  expect([12_345.6, 61.83, 0.003281, 1, Number.NaN].map(inDigits)).toEqual([
    "12,346",
    "61.8",
    "0.00328",
    "1",
    "?",
  ]);
});

test("the table has a heading for each group and marks what misses its goal", () => {
  expect(asText([hit, calls, size]).split("\n")).toEqual([
    "what       value        beside             ratio  goal   met",
    "-- throughput",
    "home       9,000 req/s  bare node: 20,000  0.45   ≥ 0.5  NO",
    "bytes      12.3 KB",
    "-- upstream",
    "calls a|b  1 calls                                ≤ 1    yes",
  ]);
});

test("in Markdown every row has the same number of cells, whatever its label", () => {
  const lines = asMarkdown([hit, calls]).split("\n");
  expect(lines.map((line) => line.match(/(?<!\\)\|/g)?.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(lines).toContain("| calls a\\|b | 1 calls |  |  | ≤ 1 | yes |");
});

test("a new table replaces only the text between its markers", () => {
  const text = "before\n<!-- bench -->\nold\n<!-- /bench -->\nafter";
  const once = betweenMarkers(text, "new");
  expect(once).toBe("before\n<!-- bench -->\nnew\n<!-- /bench -->\nafter");
  expect(betweenMarkers(once, "new")).toBe(once);
  expect(() => betweenMarkers("no markers", "new")).toThrow("<!-- bench -->");
});

test("a benchmark without a chapter is appended", () => {
  const once = withChapter("# Performance\n", "throughput");
  expect(betweenMarkers(once, "new", "throughput")).toMatch(
    /## throughput\n\n<!-- throughput -->\nnew\n/,
  );
  expect(withChapter(once, "throughput")).toBe(once);
  expect(withChapter(once, "memory").startsWith(once.trimEnd())).toBe(true);
});

test("a series is flat by the line through its second half, however it swings or begins", () => {
  const series = (value: (at: number) => number) => ({
    what: "memory",
    unit: "MB",
    points: Array.from({ length: 100 }, (_, at) => ({ at, value: value(at) })),
    mayGrow: { share: 0.1, least: 1 },
  });
  expect(isFlat(series((at) => 100 + Math.min(at, 50) + 20 * (at % 3)))).toBe(true);
  expect(isFlat(series((at) => 100 + at / 2))).toBe(false);
  expect(isFlat(series((at) => 1 + at / 60)), "small numbers may grow by one").toBe(true);
  expect(isFlat(series(() => Number.NaN)), "nothing was measured").toBe(false);
});
