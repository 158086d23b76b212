import { expect, test } from "vitest";
import { formatClock, formatCount, formatCountInWan, parseClock } from "./format.ts";

test("a time is formatted as minutes and seconds", () => {
  expect([0, 5.9, 179.999999, 336, 1398].map(formatClock)).toEqual([
    "00:00",
    "00:05",
    "03:00",
    "05:36",
    "23:18",
  ]);
});

test("an hour or more is formatted with hours", () => {
  expect(formatClock(3936)).toBe("1:05:36");
});

test("an unknown duration is formatted as zero", () => {
  expect(formatClock(Number.NaN)).toBe("00:00");
  expect(formatClock(Number.POSITIVE_INFINITY)).toBe("00:00");
});

test("a duration is parsed as seconds, and anything else as 0", () => {
  expect(["05:36", "1:05:36", "0:07"].map(parseClock)).toEqual([336, 3936, 7]);
  expect(["", "12", "1:2:3:4", "ab:cd", "12:"].map(parseClock)).toEqual([0, 0, 0, 0, 0]);
});

test("counts below ten thousand have commas", () => {
  expect(formatCount(0)).toBe("0");
  expect(formatCount(999)).toBe("999");
  expect(formatCount(8214)).toBe("8,214");
  expect(formatCount(9999)).toBe("9,999");
});

test("counts from ten thousand are in 万 with one decimal", () => {
  expect(formatCount(10_000)).toBe("1.0万");
  expect(formatCount(2_051_000)).toBe("205.1万");
  expect(formatCount(23_456)).toBe("2.3万");
});

test("counts from a hundred million are in 亿", () => {
  expect(formatCount(99_900_000)).toBe("9990.0万");
  expect(formatCount(123_456_789)).toBe("1.2亿");
});

test("a promotional count is always in 万, unless it would round to zero", () => {
  expect(formatCountInWan(2_051_000)).toBe("205.1万");
  expect(formatCountInWan(8_214)).toBe("0.8万");
  expect(formatCountInWan(499)).toBe("499");
});
