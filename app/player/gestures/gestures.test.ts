import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRecogniser, type Gesture, type TouchTarget } from "./gestures.ts";

let gestures: Gesture[];
let mayHold: boolean;
let maySlide: boolean;
let mayPinch: boolean;
const frame = () => ({ left: 0, width: 390, height: 200 });
const recogniser = () => {
  const options = { canHold: () => mayHold, canSlide: () => maySlide, canPinch: () => mayPinch };
  return createRecogniser({ frame, ...options }, (gesture) => gestures.push(gesture));
};
type Recogniser = ReturnType<typeof recogniser>;

const tap = ({ down, up }: Recogniser, x: number, y = 80, target: TouchTarget = "picture") => {
  const handled = down({ id: 1, x, y }, target);
  vi.advanceTimersByTime(60);
  up({ id: 1, x, y });
  vi.advanceTimersByTime(100);
  return handled;
};
const emitted = () =>
  gestures.map((gesture) =>
    gesture.type === "taps" ? `${gesture.third} ${gesture.count}` : gesture.type,
  );

beforeEach(() => {
  vi.useFakeTimers();
  gestures = [];
  mayHold = true;
  maySlide = false;
  mayPinch = true;
});
afterEach(() => {
  vi.useRealTimers();
});

test("a tap is emitted at once, and as a single tap once no second one can follow", () => {
  const touches = recogniser();
  tap(touches, 60);
  expect(emitted()).toEqual(["tap"]);
  vi.advanceTimersByTime(300);
  expect(emitted()).toEqual(["tap", "single tap"]);
});

test("consecutive taps on one side add up and are not single taps", () => {
  const touches = recogniser();
  for (let count = 0; count < 4; count += 1) tap(touches, 60 + count * 5);
  vi.advanceTimersByTime(2_000);
  expect(emitted()).toEqual(["tap", "left 2", "left 3", "left 4"]);
});

test("in the middle, every second tap emits a double tap", () => {
  const touches = recogniser();
  for (let count = 0; count < 4; count += 1) tap(touches, 195);
  expect(emitted()).toEqual(["tap", "middle 2", "tap", "middle 2"]);
});

test("taps on different sides are not combined", () => {
  const touches = recogniser();
  tap(touches, 60);
  tap(touches, 330);
  expect(emitted()).toEqual(["tap", "tap"]);
});

test("a late second tap counts as a first one", () => {
  const touches = recogniser();
  tap(touches, 60);
  vi.advanceTimersByTime(400);
  tap(touches, 60);
  expect(emitted()).toEqual(["tap", "single tap", "tap"]);
});

test("a touch on a control belongs to the control", () => {
  const touches = recogniser();
  expect(tap(touches, 60, 80, "button")).toBe(false);
  expect(emitted()).toEqual([]);
});

test("a drag may begin on a button, but not on a widget that is itself draggable", () => {
  for (const target of ["button", "widget"] as const) {
    const touches = recogniser();
    expect(touches.down({ id: 1, x: 100, y: 80 }, target)).toBe(false);
    vi.advanceTimersByTime(900);
    touches.move({ id: 1, x: 140, y: 80 });
    touches.up({ id: 1, x: 140, y: 80 });
  }
  expect(emitted()).toEqual(["drag", "drop"]);
});

test("a control that appears under a double tap does not receive its second tap", () => {
  const touches = recogniser();
  tap(touches, 60);
  expect(tap(touches, 70, 90, "widget")).toBe(true);
  expect(emitted()).toEqual(["tap", "left 2"]);
});

test("a press on a distant control soon after a tap reaches the control and ends the tap", () => {
  const touches = recogniser();
  tap(touches, 60, 40);
  expect(tap(touches, 110, 92, "button")).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(emitted()).toEqual(["tap"]);
});

test("a finger that stays down is a hold until it is lifted, and not a tap", () => {
  const touches = recogniser();
  touches.down({ id: 1, x: 200, y: 80 }, "picture");
  vi.advanceTimersByTime(449);
  expect(emitted()).toEqual([]);
  vi.advanceTimersByTime(1);
  touches.move({ id: 1, x: 260, y: 80 });
  touches.up({ id: 1, x: 260, y: 80 });
  expect(emitted()).toEqual(["hold", "release"]);
});

test("if a long press does nothing, a drag may start late", () => {
  mayHold = false;
  const touches = recogniser();
  touches.down({ id: 1, x: 200, y: 80 }, "picture");
  vi.advanceTimersByTime(900);
  touches.move({ id: 1, x: 260, y: 80 });
  expect(emitted()).toEqual(["drag"]);
});

test("a drag starts after twelve pixels without a jump and reports its distance", () => {
  const touches = recogniser();
  touches.down({ id: 1, x: 100, y: 80 }, "picture");
  touches.move({ id: 1, x: 111, y: 80 });
  expect(gestures).toEqual([]);
  touches.move({ id: 1, x: 112, y: 82 });
  touches.move({ id: 1, x: 162, y: 20 });
  touches.up({ id: 1, x: 52, y: 20 });
  const start = { x: 100, y: 80 };
  expect(gestures).toEqual([
    { type: "drag", pixels: 0, at: { x: 112, y: 82 }, start },
    { type: "drag", pixels: 50, at: { x: 162, y: 20 }, start },
    { type: "drop", pixels: -36, at: { x: 52, y: 20 }, start },
  ]);
});

test("scrolling the page is neither a tap nor a drag", () => {
  const touches = recogniser();
  touches.down({ id: 1, x: 100, y: 80 }, "picture");
  touches.move({ id: 1, x: 104, y: 100 });
  touches.move({ id: 1, x: 160, y: 100 });
  touches.up({ id: 1, x: 160, y: 100 });
  vi.advanceTimersByTime(1_000);
  expect(gestures).toEqual([]);
});

test("if the page cannot scroll, a vertical drag changes the level of its half and is not a tap", () => {
  maySlide = true;
  const touches = recogniser();
  for (const x of [100, 300]) {
    touches.down({ id: 1, x, y: 100 }, "picture");
    touches.move({ id: 1, x, y: 80 });
    touches.move({ id: 1, x: x + 30, y: 90 });
    touches.up({ id: 1, x: x + 30, y: 90 });
    vi.advanceTimersByTime(1_000);
  }
  expect(gestures).toEqual([
    { type: "slide", half: "left", share: 0.1 },
    { type: "slide", half: "left", share: -0.05 },
    { type: "slide", half: "right", share: 0.1 },
    { type: "slide", half: "right", share: -0.05 },
  ]);
});

test("a second finger or the system ends the first finger's gesture", () => {
  const touches = recogniser();
  touches.down({ id: 1, x: 100, y: 80 }, "picture");
  touches.move({ id: 1, x: 150, y: 80 });
  touches.down({ id: 2, x: 200, y: 90 }, "picture");
  touches.up({ id: 1, x: 150, y: 80 });
  touches.down({ id: 3, x: 100, y: 80 }, "picture");
  vi.advanceTimersByTime(450);
  touches.cancel({ id: 3 });
  expect(emitted()).toEqual(["drag", "cancel", "hold", "release"]);
});

const pinchTo = ({ down, move, up }: Recogniser, ...places: number[]) => {
  down({ id: 1, x: 100, y: 80 }, "picture");
  down({ id: 2, x: 200, y: 80 }, "picture");
  for (const x of places) move({ id: 2, x, y: 80 });
  up({ id: 2, x: 200, y: 80 });
  up({ id: 1, x: 100, y: 80 });
};

test("two fingers clearly apart or together are a pinch, and not a tap, a drag or a hold", () => {
  const touches = recogniser();
  pinchTo(touches, 190, 210, 240);
  pinchTo(touches, 150);
  pinchTo(touches, 210, 190);
  vi.advanceTimersByTime(1_000);
  expect(gestures).toEqual([
    { type: "pinch", apart: true },
    { type: "pinch", apart: false },
  ]);
});

test("fingers that move apart and back are two pinches", () => {
  pinchTo(recogniser(), 240, 170);
  expect(gestures).toEqual([
    { type: "pinch", apart: true },
    { type: "pinch", apart: false },
  ]);
});

test("a third finger, and the finger that stays on the picture, do nothing", () => {
  const touches = recogniser();
  touches.down({ id: 1, x: 100, y: 80 }, "picture");
  touches.down({ id: 2, x: 200, y: 80 }, "picture");
  expect(touches.down({ id: 3, x: 300, y: 80 }, "picture")).toBe(true);
  expect(touches.isDragging()).toBe(true);
  touches.cancel({ id: 2 });
  expect(touches.isDragging()).toBe(false);
  touches.move({ id: 1, x: 20, y: 80 });
  touches.up({ id: 1, x: 20, y: 80 });
  expect(emitted()).toEqual([]);
});

test("while the page is zoomed, two fingers are left to the browser", () => {
  mayPinch = false;
  const touches = recogniser();
  touches.down({ id: 1, x: 100, y: 80 }, "picture");
  touches.down({ id: 2, x: 200, y: 80 }, "picture");
  expect(touches.isDragging()).toBe(false);
  touches.move({ id: 2, x: 300, y: 80 });
  expect(emitted()).toEqual([]);
});

test("nothing happens after the player is destroyed", () => {
  const touches = recogniser();
  tap(touches, 60);
  touches.down({ id: 1, x: 60, y: 80 }, "picture");
  touches.stop();
  vi.advanceTimersByTime(5_000);
  expect(emitted()).toEqual(["tap"]);
});
