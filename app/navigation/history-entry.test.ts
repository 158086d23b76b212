import { expect, test, vi } from "vitest";
import {
  entriesThatFit,
  entryReturnedTo,
  forgetPages,
  reopenEntry,
  savedInEntry,
  saveInEntry,
  setEntryOnScreen,
} from "./history-entry.ts";

const setBrowserEntry = (key?: string) => vi.stubGlobal("window", { history: { state: { key } } });

test("values are saved per entry and name", () => {
  saveInEntry("a", "rows", [1]);
  saveInEntry("a", "page", "p");
  expect(savedInEntry("a", "rows")).toEqual([1]);
  expect(savedInEntry("a", "page")).toBe("p");
  expect(savedInEntry("b", "rows")).toBeUndefined();
});

test("the most recently used entries keep their values", () => {
  saveInEntry("first", "rows", 1);
  for (let entry = 0; entry < 59; entry += 1) saveInEntry(`${entry}`, "rows", entry);
  saveInEntry("first", "rows", 2);
  saveInEntry("one more", "rows", 3);
  expect(savedInEntry("first", "rows")).toBe(2);
  expect(savedInEntry("0", "rows")).toBeUndefined();
});

test("only going back counts as a return, not following a link or revalidating", () => {
  setBrowserEntry(undefined);
  expect(entryReturnedTo()).toBeUndefined();
  setEntryOnScreen("home");
  setBrowserEntry("home");
  expect(entryReturnedTo()).toBeUndefined();
  setEntryOnScreen("video");
  expect(entryReturnedTo()).toBe("home");
});

test("an entry that a link reopens counts as a return until it is shown, and keeps its scroll position", () => {
  setBrowserEntry("topics");
  setEntryOnScreen("topics");
  expect(reopenEntry("left at the top")).toMatchObject({ preventScrollReset: false });
  saveInEntry("home", "scroll", 1_418);
  const options = { state: { reopens: "home" }, preventScrollReset: true };
  expect(reopenEntry("home")).toEqual(options);
  expect(entryReturnedTo()).toBe("home");
  setEntryOnScreen("topics");
  expect(entryReturnedTo()).toBeUndefined();
});

test("a page's saved data can be dropped from every entry", () => {
  saveInEntry("a", "page", { address: "/collengt?title=x" });
  saveInEntry("b", "page", { address: "/" });
  forgetPages("/collengt");
  expect(savedInEntry("a", "page")).toBeUndefined();
  expect(savedInEntry("b", "page")).toEqual({ address: "/" });
});

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
