import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createVisibility } from "./visibility.ts";

let shown: boolean;
let inUse: boolean;
const visibility = () =>
  createVisibility(
    (now) => {
      shown = now;
    },
    () => inUse,
  );

beforeEach(() => {
  vi.useFakeTimers();
  [shown, inUse] = [false, false];
});
afterEach(() => {
  vi.useRealTimers();
});

test("controls hide three seconds after the last input", () => {
  const { show } = visibility();
  show();
  vi.advanceTimersByTime(2_000);
  show();
  vi.advanceTimersByTime(2_999);
  expect(shown).toBe(true);
  vi.advanceTimersByTime(1);
  expect(shown).toBe(false);
});

test("controls stay while the keyboard is used on them", () => {
  const { show } = visibility();
  inUse = true;
  show();
  vi.advanceTimersByTime(60_000);
  expect(shown).toBe(true);
  inUse = false;
  vi.advanceTimersByTime(3_000);
  expect(shown).toBe(false);
});

test("controls count as seen only after half a second, however often they are shown", () => {
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
