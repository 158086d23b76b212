import { expect, test } from "vitest";
import { clock } from "./clock.ts";

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
