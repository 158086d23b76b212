import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { within } from "./within.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is late is not waited for", async () => {
  const arrived = within(new Promise<string>(() => {}), 1_000);
  vi.advanceTimersByTime(1_000);
  expect(await arrived).toBeUndefined();
});

test("what arrives or fails in time does so, and nothing is left waiting", async () => {
  expect(await within(Promise.resolve("there"), 60_000)).toBe("there");
  await expect(within(Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});
