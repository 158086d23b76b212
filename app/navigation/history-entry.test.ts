import { expect, test, vi } from "vitest";
import { entryReturnedTo, entryShown, savedInEntry, saveInEntry } from "./history-entry.ts";

const browserIsAt = (key?: string) => vi.stubGlobal("window", { history: { state: { key } } });

test("saved values belong to their entry and name", () => {
  saveInEntry("a", "rows", [1]);
  saveInEntry("a", "page", "p");
  expect(savedInEntry("a", "rows")).toEqual([1]);
  expect(savedInEntry("a", "page")).toBe("p");
  expect(savedInEntry("b", "rows")).toBeUndefined();
});

test("the most recently used entries stay saved", () => {
  saveInEntry("first", "rows", 1);
  for (let entry = 0; entry < 29; entry += 1) saveInEntry(`${entry}`, "rows", entry);
  saveInEntry("first", "rows", 2);
  saveInEntry("one more", "rows", 3);
  expect(savedInEntry("first", "rows")).toBe(2);
  expect(savedInEntry("0", "rows")).toBeUndefined();
});

test("going back differs from following a link and from revalidating", () => {
  browserIsAt(undefined);
  expect(entryReturnedTo()).toBeUndefined();
  entryShown("home");
  browserIsAt("home");
  expect(entryReturnedTo()).toBeUndefined();
  entryShown("video");
  expect(entryReturnedTo()).toBe("home");
});
