import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRecogniser, type Gesture, type Ground } from "./gestures.ts";

let gestures: Gesture[];
let mayHold: boolean;
const frame = () => ({ left: 0, width: 390 });
const recogniser = () =>
  createRecogniser({ frame, canHold: () => mayHold }, (gesture) => gestures.push(gesture));
type Recogniser = ReturnType<typeof recogniser>;

const tap = ({ down, up }: Recogniser, x: number, y = 80, ground: Ground = "picture") => {
  const ours = down({ id: 1, x, y }, ground);
  vi.advanceTimersByTime(60);
  up({ id: 1, x, y });
  vi.advanceTimersByTime(100);
  return ours;
};
const told = () =>
  gestures.map((gesture) =>
    gesture.type === "taps" ? `${gesture.third} ${gesture.count}` : gesture.type,
  );

beforeEach(() => {
  vi.useFakeTimers();
  gestures = [];
  mayHold = true;
});
afterEach(() => {
  vi.useRealTimers();
});

test("a tap is told at once, and that it stayed single once no other can follow", () => {
  const hand = recogniser();
  tap(hand, 60);
  expect(told()).toEqual(["tap"]);
  vi.advanceTimersByTime(300);
  expect(told()).toEqual(["tap", "single tap"]);
});

test("taps in a row on one side add up and are not single ones", () => {
  const hand = recogniser();
  for (let count = 0; count < 4; count += 1) tap(hand, 60 + count * 5);
  vi.advanceTimersByTime(2_000);
  expect(told()).toEqual(["tap", "left 2", "left 3", "left 4"]);
});

test("in the middle every second tap counts", () => {
  const hand = recogniser();
  for (let count = 0; count < 4; count += 1) tap(hand, 195);
  expect(told()).toEqual(["tap", "middle 2", "tap", "middle 2"]);
});

test("taps on different sides do not belong together", () => {
  const hand = recogniser();
  tap(hand, 60);
  tap(hand, 330);
  expect(told()).toEqual(["tap", "tap"]);
});

test("a slow second tap is another first one", () => {
  const hand = recogniser();
  tap(hand, 60);
  vi.advanceTimersByTime(400);
  tap(hand, 60);
  expect(told()).toEqual(["tap", "single tap", "tap"]);
});

test("a touch on a control is the control's", () => {
  const hand = recogniser();
  expect(tap(hand, 60, 80, "button")).toBe(false);
  expect(told()).toEqual([]);
});

test("a drag may begin on a button, but not where dragging means something else", () => {
  for (const ground of ["button", "own ways"] as const) {
    const hand = recogniser();
    expect(hand.down({ id: 1, x: 100, y: 80 }, ground)).toBe(false);
    vi.advanceTimersByTime(900);
    hand.move({ id: 1, x: 140, y: 80 });
    hand.up({ id: 1, x: 140, y: 80 });
  }
  expect(told()).toEqual(["drag", "drop"]);
});

test("a control that appeared under a double tap does not take its second tap", () => {
  const hand = recogniser();
  tap(hand, 60);
  expect(tap(hand, 70, 90, "own ways")).toBe(true);
  expect(told()).toEqual(["tap", "left 2"]);
});

test("a control elsewhere is pressed as meant, however hastily, and then the tap before it does nothing more", () => {
  const hand = recogniser();
  tap(hand, 60, 40);
  expect(tap(hand, 110, 92, "button")).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(told()).toEqual(["tap"]);
});

test("a finger that stays down holds until it is lifted, and has not tapped", () => {
  const hand = recogniser();
  hand.down({ id: 1, x: 200, y: 80 }, "picture");
  vi.advanceTimersByTime(449);
  expect(told()).toEqual([]);
  vi.advanceTimersByTime(1);
  hand.move({ id: 1, x: 260, y: 80 });
  hand.up({ id: 1, x: 260, y: 80 });
  expect(told()).toEqual(["hold", "release"]);
});

test("where holding means nothing, a late drag is still a drag", () => {
  mayHold = false;
  const hand = recogniser();
  hand.down({ id: 1, x: 200, y: 80 }, "picture");
  vi.advanceTimersByTime(900);
  hand.move({ id: 1, x: 260, y: 80 });
  expect(told()).toEqual(["drag"]);
});

test("a drag starts without a leap after twelve pixels and tells how far it is", () => {
  const hand = recogniser();
  hand.down({ id: 1, x: 100, y: 80 }, "picture");
  hand.move({ id: 1, x: 111, y: 80 });
  expect(gestures).toEqual([]);
  hand.move({ id: 1, x: 112, y: 82 });
  hand.move({ id: 1, x: 162, y: 20 });
  hand.up({ id: 1, x: 52, y: 20 });
  const start = { x: 100, y: 80 };
  expect(gestures).toEqual([
    { type: "drag", pixels: 0, at: { x: 112, y: 82 }, start },
    { type: "drag", pixels: 50, at: { x: 162, y: 20 }, start },
    { type: "drop", pixels: -36, at: { x: 52, y: 20 }, start },
  ]);
});

test("scrolling the page is neither a tap nor a drag", () => {
  const hand = recogniser();
  hand.down({ id: 1, x: 100, y: 80 }, "picture");
  hand.move({ id: 1, x: 104, y: 100 });
  hand.move({ id: 1, x: 160, y: 100 });
  hand.up({ id: 1, x: 160, y: 100 });
  vi.advanceTimersByTime(1_000);
  expect(gestures).toEqual([]);
});

test("a second finger, or the system, ends what the first one did", () => {
  const hand = recogniser();
  hand.down({ id: 1, x: 100, y: 80 }, "picture");
  hand.move({ id: 1, x: 150, y: 80 });
  hand.down({ id: 2, x: 200, y: 90 }, "picture");
  hand.up({ id: 1, x: 150, y: 80 });
  hand.down({ id: 3, x: 100, y: 80 }, "picture");
  vi.advanceTimersByTime(450);
  hand.cancel({ id: 3 });
  expect(told()).toEqual(["drag", "abandon", "hold", "release"]);
});

test("nothing happens after the player is gone", () => {
  const hand = recogniser();
  tap(hand, 60);
  hand.down({ id: 1, x: 60, y: 80 }, "picture");
  hand.stop();
  vi.advanceTimersByTime(5_000);
  expect(told()).toEqual(["tap"]);
});
