import { expect, test } from "vitest";
import { msUntilTomorrow, previousDay, shanghaiDay, shanghaiInstant } from "./shanghai-time.ts";

test("times are parsed as Shanghai time in every time zone", () => {
  expect(shanghaiInstant("2025-06-15 08:00:00")).toBe(Date.UTC(2025, 5, 15));
  expect(shanghaiInstant("2025-06-15")).toBe(Date.UTC(2025, 5, 14, 16));
  for (const nothing of ["", "soon", "2025-19-99 00:00:00"])
    expect(shanghaiInstant(nothing)).toBe(0);
});

test("a day begins at midnight in Shanghai", () => {
  expect(shanghaiDay(Date.parse("2025-06-15T15:59:59Z"))).toBe("2025-06-15");
  expect(shanghaiDay(Date.parse("2025-06-15T16:00:00Z"))).toBe("2025-06-16");
});

test("the previous day may be in another month or year, or a leap day", () => {
  const before = ["2025-06-15", "2025-07-01", "2024-03-01", "2025-03-01", "2025-01-01"].map(
    previousDay,
  );
  expect(before).toEqual(["2025-06-14", "2025-06-30", "2024-02-29", "2025-02-28", "2024-12-31"]);
});

test("the time until tomorrow ends at midnight in Shanghai", () => {
  expect(msUntilTomorrow(Date.parse("2025-06-15T23:59:59+08:00"))).toBe(1_000);
  expect(msUntilTomorrow(Date.parse("2025-06-16T00:00:00+08:00"))).toBe(86_400_000);
});
