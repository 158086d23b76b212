import { expect, test } from "vitest";
import { entriesThatFit } from "./kept-entries.ts";

const rows = (length: number) => "x".repeat(length);

test("the latest entries have priority, and an entry that is too large keeps only its small values", () => {
  const entries = [
    { key: "latest", values: { scroll: 1, rows: rows(50) } },
    { key: "larger", values: { scroll: 2, rows: rows(60) } },
    { key: "oldest", values: { scroll: 3, rows: rows(1) } },
  ];
  expect(entriesThatFit(entries, 90)).toEqual([
    { key: "latest", values: { scroll: 1, rows: rows(50) } },
    { key: "larger", values: { scroll: 2 } },
    { key: "oldest", values: { scroll: 3, rows: rows(1) } },
  ]);
  expect(entriesThatFit(entries, 0).map(({ values }) => values)).toEqual([{}, {}, {}]);
});

test("all entries share one size limit", () => {
  const entries = Array.from({ length: 30 }, (_, index) => ({
    key: `${index}`,
    values: { rows: rows(1_000) },
  }));
  const kept = entriesThatFit(entries, 10_100).filter(({ values }) => values.rows !== undefined);
  expect(kept.map(({ key }) => Number(key))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
