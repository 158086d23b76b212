import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withTimeout } from "./with-timeout.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a promise that takes too long gives undefined", async () => {
  const result = withTimeout(new Promise<string>(() => {}), 1_000);
  vi.advanceTimersByTime(1_000);
  expect(await result).toBeUndefined();
});

test("a result or failure in time is passed on, and the timer is cleared", async () => {
  expect(await withTimeout(Promise.resolve("there"), 60_000)).toBe("there");
  await expect(withTimeout(Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});
