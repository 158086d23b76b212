import { expect, test } from "vitest";
import { afterGap } from "./hls-extras.ts";
import { awayFromEdges } from "./hls-frames.ts";

const fragments = [
  { start: 0, end: 4 },
  { start: 4, end: 4.3 },
  { start: 4.3, end: 8 },
];

test.each([
  ["to the requested second, within a segment", 2, 2],
  ["before the last frames of a segment", 3.9, 3.75],
  ["after the first frames of a segment", 4.31, 4.4],
  ["into the middle of a short segment", 4.2, 4.1],
  ["a moment after the beginning, for the beginning", 0, 0.1],
  ["a moment before the end, for the end", 8, 7.75],
  ["a moment before the end, for anything beyond it", 60, 7.75],
])("a frame seek goes %s", (_name, requested, expected) => {
  expect(awayFromEdges(requested, fragments)).toBeCloseTo(expected);
});

test("without a playlist, a frame seek goes to the requested second", () => {
  expect(awayFromEdges(3.9, [])).toBe(3.9);
});

// Chromium's buffered ranges when a seek to 264 seconds never ended
const ranges = [
  { start: 114.011, end: 122.011 },
  { start: 262.021, end: 264.048 },
  { start: 264.075, end: 268.021 },
];

test.each([
  ["into the last frames before a gap moves past the gap", 264.02, 264.075],
  ["into a gap moves past it", 264.06, 264.075],
  ["just before a loaded range moves to its start", 261.98, 262.021],
  ["into a part that loads next stays", 261.8, 261.8],
  ["into a loaded range stays", 263.5, 263.5],
  ["to the first frame of a range stays", 264.075, 264.075],
  ["into the last frames of a range stays if no other range is near", 121.98, 121.98],
  ["into a part that is not loaded stays", 60, 60],
  ["beyond every loaded range stays", 300, 300],
])("a seek %s", (_name, seconds, expected) => {
  expect(afterGap(seconds, ranges)).toBe(expected);
});
