import { expect, test } from "vitest";
import { activeZone, isOutside, seekTarget } from "./seek-drag.ts";

test("a drag across the whole picture covers three minutes", () => {
  expect(seekTarget(100, 390, 390, 1_400)).toBe(280);
  expect(seekTarget(300, -195, 390, 1_400)).toBe(210);
});

test("a drag across the whole picture covers all of a short video", () => {
  expect(seekTarget(0, 390, 390, 24)).toBe(24);
  expect(seekTarget(6, 195, 390, 24)).toBe(18);
});

test("a drag stays within the video's length", () => {
  expect(seekTarget(10, -390, 390, 1_400)).toBe(0);
  expect(seekTarget(1_390, 390, 390, 1_400)).toBe(1_400);
});

test("a finger that leaves the picture at the top or bottom cancels the drag", () => {
  const zone = activeZone({ top: 48, bottom: 267 }, 150, false);
  expect([47, 48, 267, 268].map((y) => isOutside(zone, y))).toEqual([true, false, false, true]);
});

test("in fullscreen, a finger at the picture's edge cancels the drag", () => {
  const zone = activeZone({ top: 0, bottom: 390 }, 200, true);
  expect([20, 60, 330, 380].map((y) => isOutside(zone, y))).toEqual([true, false, false, true]);
});

test("a finger that starts at the edge may move a little", () => {
  const zone = activeZone({ top: 0, bottom: 390 }, 30, true);
  expect(isOutside(zone, 5)).toBe(false);
  expect(isOutside(activeZone({ top: 48, bottom: 267 }, 260, false), 290)).toBe(false);
});
