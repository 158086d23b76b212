import { expect, test } from "vitest";
import { mergePages } from "./paged-list.ts";

const page = (number: number, codes: string, last = false) => ({
  page: number,
  rows: [...codes].map((code) => ({ code })),
  last,
});
const codes = (rows: { code: string }[]) => rows.map(({ code }) => code).join("");

test("each item is shown once, at its first position", () => {
  const { rows } = mergePages([page(1, "abca"), page(2, "cdb"), page(3, "e")]);
  expect(codes(rows)).toBe("abcde");
});

test("items already shown above the list are left out", () => {
  expect(codes(mergePages([page(1, "abcd")], ["b", "d"]).rows)).toBe("ac");
});

test("the last page ends the list", () => {
  expect(mergePages([page(1, "ab")]).ended).toBe(false);
  expect(mergePages([page(1, "ab"), page(2, "c", true)]).ended).toBe(true);
});

test("a list ends when its source only repeats itself", () => {
  const same = Array.from({ length: 9 }, (_, index) => page(index + 1, "ab"));
  expect(mergePages(same.slice(0, 8)).ended).toBe(false);
  expect(mergePages(same).ended).toBe(true);
});
