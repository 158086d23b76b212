import { expect, test } from "vitest";
import type { LibraryRecord } from "../contract/index.ts";
import { createFavouriteLists } from "./favourites.ts";

const record = (code: number): LibraryRecord => ({
  id: String(code),
  code: String(code),
  title: "海边日落".repeat(5),
  cover: `/covers/${code}.webp`,
  hot: 1,
  duration: "12:34",
  author: "",
  sortNum: 0,
  createdAt: "2026-11-22 12:00:00",
});

test("however many members' lists are cached, the memory bound holds", () => {
  const capacity = 200_000;
  const lists = createFavouriteLists(capacity);
  const videos = Array.from({ length: 300 }, (_, index) => record(index));
  for (let member = 0; member < 50; member += 1) {
    lists.set(`member ${member}`, videos);
    expect(lists.calculatedSize).toBeLessThanOrEqual(capacity);
  }
  expect(lists.get("member 49")).toBe(videos);
  expect(lists.get("member 0")).toBeUndefined();
});
