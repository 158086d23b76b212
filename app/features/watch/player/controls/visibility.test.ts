import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createVisibility } from "./visibility.ts";

let shown: boolean;
let stays: boolean;
const visibility = () =>
  createVisibility(
    (now) => {
      shown = now;
    },
    () => stays,
  );

beforeEach(() => {
  vi.useFakeTimers();
  [shown, stays] = [false, false];
});
afterEach(() => {
  vi.useRealTimers();
});

test("controls go three seconds after the last thing that the viewer did", () => {
  const { show } = visibility();
  show();
  vi.advanceTimersByTime(2_000);
  show();
  vi.advanceTimersByTime(2_999);
  expect(shown).toBe(true);
  vi.advanceTimersByTime(1);
  expect(shown).toBe(false);
});

test("controls that the keyboard is used on stay", () => {
  const { show } = visibility();
  stays = true;
  show();
  vi.advanceTimersByTime(60_000);
  expect(shown).toBe(true);
  stays = false;
  vi.advanceTimersByTime(3_000);
  expect(shown).toBe(false);
});

test("controls count as seen only after half a second, however often they are asked for", () => {
  const { show, hide, isSeen } = visibility();
  expect(isSeen()).toBe(false);
  show();
  vi.advanceTimersByTime(400);
  show();
  expect(isSeen()).toBe(false);
  vi.advanceTimersByTime(100);
  expect(isSeen()).toBe(true);
  hide();
  show();
  expect(isSeen()).toBe(false);
});
