import { expect, test } from "vitest";
import { qualityNames } from "./levels.ts";

const named = (...heights: number[]) => qualityNames(heights.map((height) => ({ height })));

test("a stream without a choice of qualities has no names", () => {
  expect(named()).toEqual([]);
});

test("a single quality is the original", () => {
  expect(named(480)).toEqual(["原画"]);
});

test("the second of two qualities is high definition", () => {
  expect(named(270, 480)).toEqual(["原画", "高清"]);
});

test("the highest of three qualities is ultra clear", () => {
  expect(named(270, 480, 720)).toEqual(["原画", "高清", "超清"]);
});

test("middle qualities are told apart by resolution", () => {
  expect(named(270, 480, 720, 1080)).toEqual(["原画", "高清 480P", "高清 720P", "超清"]);
});

test("middle qualities with the same or no resolution are told apart by order", () => {
  expect(named(270, 480, 480, 720)).toEqual(["原画", "高清 1", "高清 2", "超清"]);
  expect(named(0, 0, 0, 0)).toEqual(["原画", "高清 1", "高清 2", "超清"]);
});
