import { expect, test } from "vitest";
import { dayLabel, groupByDay, shanghaiInstant } from "./days.ts";

test("days are named relative to today, even if that was last year", () => {
  expect(dayLabel("2025-01-01", "2025-01-01")).toBe("今天");
  expect(dayLabel("2024-12-31", "2025-01-01")).toBe("昨天");
  expect(dayLabel("2024-12-30", "2025-01-01")).toBe("2024-12-30");
});

test("rows are grouped by day without changing their order, and a row without a time joins the row before it", () => {
  const at = (time: string) => ({ addedAt: time ? shanghaiInstant(`2025-06-${time}`) : 0 });
  const days = groupByDay([
    at("15 23:59:59"),
    at("15 00:00:00"),
    at(""),
    at("14 23:59:59"),
    at("10 12:00:00"),
  ]);
  expect(days.map(({ day, rows }) => `${day} ${rows.length}`)).toEqual([
    "2025-06-15 3",
    "2025-06-14 1",
    "2025-06-10 1",
  ]);
  expect(groupByDay([])).toEqual([]);
});
