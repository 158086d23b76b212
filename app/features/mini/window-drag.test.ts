import { expect, test } from "vitest";
import { type Corner, releaseTarget } from "./window-drag.ts";

const size = { x: 208, y: 160 };
const screen = { x: 390, y: 844 };
const still = { x: 0, y: 0 };
const bottomRight: Corner = { side: "right", end: "bottom" };
const resting = { x: 274, y: 700 };

const released = (x: number, y: number, speed = still) =>
  releaseTarget({
    from: bottomRight,
    moved: { x, y },
    middle: { x: resting.x + x, y: resting.y + y },
    size,
    screen,
    speed,
  });

test("a released window moves to the nearest corner", () => {
  expect(released(-10, -20)).toEqual(bottomRight);
  expect(released(-150, -20)).toEqual({ side: "left", end: "bottom" });
  expect(released(-20, -500)).toEqual({ side: "right", end: "top" });
  expect(released(-150, -500)).toEqual({ side: "left", end: "top" });
});

test("a flung window moves to a farther corner", () => {
  expect(released(-40, -40, { x: -0.4, y: -1.6 })).toEqual({ side: "left", end: "top" });
});

test("a window is dismissed by dragging it halfway off the screen or flinging it off", () => {
  expect(released(80, 0)).toEqual(bottomRight);
  expect(released(110, 0)).toBe("away");
  expect(released(20, 0, { x: 0.8, y: 0.1 })).toBe("away");
  expect(released(0, 90)).toBe("away");
  expect(released(3, 30, { x: 0.1, y: 0.8 })).toBe("away");
});

test("a window flung across the screen stays on it", () => {
  expect(released(-60, 2, { x: -3, y: 0.6 })).toEqual({ side: "left", end: "bottom" });
});
