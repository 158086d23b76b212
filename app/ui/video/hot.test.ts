import { expect, test } from "vitest";
import { formatHot, formatHotInWan } from "./hot.ts";

test("counts below ten thousand are written out, with commas", () => {
  expect(formatHot(0)).toBe("0");
  expect(formatHot(999)).toBe("999");
  expect(formatHot(8214)).toBe("8,214");
  expect(formatHot(9999)).toBe("9,999");
});

test("counts from ten thousand on are in 万, with one decimal", () => {
  expect(formatHot(10_000)).toBe("1.0万");
  expect(formatHot(2_051_000)).toBe("205.1万");
  expect(formatHot(23_456)).toBe("2.3万");
});

test("counts from a hundred million on are in 亿", () => {
  expect(formatHot(99_900_000)).toBe("9990.0万");
  expect(formatHot(123_456_789)).toBe("1.2亿");
});

test("where it is praised a count is in 万 throughout, unless nothing would be left of it", () => {
  expect(formatHotInWan(2_051_000)).toBe("205.1万");
  expect(formatHotInWan(8_214)).toBe("0.8万");
  expect(formatHotInWan(499)).toBe("499");
});
