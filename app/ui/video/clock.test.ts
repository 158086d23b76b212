import { expect, test } from "vitest";
import { clock, secondsOf } from "./clock.ts";

test("a time reads as minutes and seconds", () => {
  expect([0, 5.9, 336, 1398].map(clock)).toEqual(["00:00", "00:05", "05:36", "23:18"]);
});

test("an hour and more is said", () => {
  expect(clock(3936)).toBe("1:05:36");
});

test("a duration that is not known yet reads as zero", () => {
  expect(clock(Number.NaN)).toBe("00:00");
  expect(clock(Number.POSITIVE_INFINITY)).toBe("00:00");
});

test("a running time in words is a number of seconds; anything else is none", () => {
  expect(["05:36", "1:05:36", "0:07"].map(secondsOf)).toEqual([336, 3936, 7]);
  expect(["", "12", "1:2:3:4", "ab:cd", "12:"].map(secondsOf)).toEqual([0, 0, 0, 0, 0]);
});
