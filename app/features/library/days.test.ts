import { expect, test } from "vitest";
import { byDays, dayName, dayOf, instantOf } from "./days.ts";

test("records are in Shanghai's time", () => {
  expect(instantOf("2025-06-15 08:00:00")).toBe(Date.UTC(2025, 5, 15));
  expect(instantOf("2025-06-15")).toBe(Date.UTC(2025, 5, 14, 16));
  for (const nothing of ["", "soon", "2025-19-99 00:00:00"]) expect(instantOf(nothing)).toBe(0);
});

test("a day begins at midnight in Shanghai", () => {
  expect(dayOf(Date.parse("2025-06-15T15:59:59Z"))).toBe("2025-06-15");
  expect(dayOf(Date.parse("2025-06-15T16:00:00Z"))).toBe("2025-06-16");
});

test("days are named as seen from today, also over a year's end", () => {
  expect(dayName("2025-01-01", "2025-01-01")).toBe("今天");
  expect(dayName("2024-12-31", "2025-01-01")).toBe("昨天");
  expect(dayName("2024-12-30", "2025-01-01")).toBe("2024-12-30");
});

test("rows stand under their days in their order; one without a time stays where it is", () => {
  const at = (time: string) => ({ keptAt: time ? instantOf(`2025-06-${time}`) : 0 });
  const days = byDays([
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
  expect(byDays([])).toEqual([]);
});
