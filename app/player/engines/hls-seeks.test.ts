import { expect, test } from "vitest";
import { afterGap } from "./hls-engine.ts";
import { awayFromEdges } from "./hls-frames.ts";

const fragments = [
  { start: 0, end: 4 },
  { start: 4, end: 4.3 },
  { start: 4.3, end: 8 },
];

test.each([
  ["where it was pointed at, within a segment", 2, 2],
  ["not the last frames before the next segment", 3.9, 3.75],
  ["nor the first ones after it", 4.31, 4.4],
  ["within a short segment", 4.2, 4.1],
  ["a moment after the beginning", 0, 0.1],
  ["a moment before the end", 8, 7.75],
  ["nothing beyond the end", 60, 7.75],
])("a frame is sought %s", (_name, pointedAt, sought) => {
  expect(awayFromEdges(pointedAt, fragments)).toBeCloseTo(sought);
});

test("without a playlist a frame is sought where it was pointed at", () => {
  expect(awayFromEdges(3.9, [])).toBe(3.9);
});

// as they were seen in Chromium where a seek to 264 seconds never ended
const ranges = [
  { start: 114.011, end: 122.011 },
  { start: 262.021, end: 264.048 },
  { start: 264.075, end: 268.021 },
];

test.each([
  ["in the last frames before a gap goes on after it", 264.02, 264.075],
  ["in a gap goes on after it", 264.06, 264.075],
  ["just before what is loaded begins there", 261.98, 262.021],
  ["to what is about to be loaded stays", 261.8, 261.8],
  ["to what is loaded stays", 263.5, 263.5],
  ["to its first frame stays", 264.075, 264.075],
  ["to the last frames before nothing near stays", 121.98, 121.98],
  ["to what is not loaded stays", 60, 60],
  ["beyond all that is loaded stays", 300, 300],
])("a seek %s", (_name, seconds, expected) => {
  expect(afterGap(seconds, ranges)).toBe(expected);
});
