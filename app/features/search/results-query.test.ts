import { expect, test } from "vitest";
import { parseResultsQuery } from "./results-query.ts";

test.each([
  ["as typed", "海边", "海边"],
  ["kept out of sight in the browser's history", "~e6b5b7e8beb9", "海边"],
  ["with a tilde, but no hexadecimal digits", "~海", "~海"],
  ["with a tilde, but no UTF-8", "~ff", "~ff"],
  ["longer than the limit, out of sight", `~${"61".repeat(150)}`, "a".repeat(100)],
])("a search term in an address is read: %s", (_what, searchStr, term) => {
  expect(parseResultsQuery(new URLSearchParams({ searchStr })).term).toBe(term);
});
