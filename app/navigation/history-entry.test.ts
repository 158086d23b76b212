import { expect, test, vi } from "vitest";
import { entryReturnedTo, entryShown, keep, keptOf } from "./history-entry.ts";

const browserIsAt = (key?: string) => vi.stubGlobal("window", { history: { state: { key } } });

test("what is kept belongs to its entry and its name", () => {
  keep("a", "rows", [1]);
  keep("a", "page", "p");
  expect(keptOf("a", "rows")).toEqual([1]);
  expect(keptOf("a", "page")).toBe("p");
  expect(keptOf("b", "rows")).toBeUndefined();
});

test("the entries that were used last are kept", () => {
  keep("first", "rows", 1);
  for (let entry = 0; entry < 29; entry += 1) keep(`${entry}`, "rows", entry);
  keep("first", "rows", 2);
  keep("one more", "rows", 3);
  expect(keptOf("first", "rows")).toBe(2);
  expect(keptOf("0", "rows")).toBeUndefined();
});

test("going back is told from following a link and from loading once more", () => {
  browserIsAt(undefined);
  expect(entryReturnedTo()).toBeUndefined();
  entryShown("home");
  browserIsAt("home");
  expect(entryReturnedTo()).toBeUndefined();
  entryShown("video");
  expect(entryReturnedTo()).toBe("home");
});
