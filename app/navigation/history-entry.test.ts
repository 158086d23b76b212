import { expect, test, vi } from "vitest";
import {
  entryReturnedTo,
  entryShown,
  forgetPages,
  reopenEntry,
  savedInEntry,
  saveInEntry,
} from "./history-entry.ts";

const browserIsAt = (key?: string) => vi.stubGlobal("window", { history: { state: { key } } });

test("saved values are kept per entry and name", () => {
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

test("going back is told from following a link and from revalidating", () => {
  browserIsAt(undefined);
  expect(entryReturnedTo()).toBeUndefined();
  entryShown("home");
  browserIsAt("home");
  expect(entryReturnedTo()).toBeUndefined();
  entryShown("video");
  expect(entryReturnedTo()).toBe("home");
});

test("an entry reopened by a link counts as a return until its page is shown at its scroll position", () => {
  browserIsAt("topics");
  entryShown("topics");
  expect(reopenEntry("left at the top")).toMatchObject({ preventScrollReset: false });
  saveInEntry("home", "scroll", 1_418);
  const options = { state: { reopens: "home" }, preventScrollReset: true };
  expect(reopenEntry("home")).toEqual(options);
  expect(entryReturnedTo()).toBe("home");
  entryShown("topics");
  expect(entryReturnedTo()).toBeUndefined();
});

test("changed data is forgotten in every entry", () => {
  saveInEntry("a", "page", { address: "/collengt?title=x" });
  saveInEntry("b", "page", { address: "/" });
  forgetPages("/collengt");
  expect(savedInEntry("a", "page")).toBeUndefined();
  expect(savedInEntry("b", "page")).toEqual({ address: "/" });
});
