import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCache } from "./cache.ts";

// lru-cache reads performance.now, so both clocks are moved
beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout"] }));
afterEach(() => vi.useRealTimers());

const policy = { fresh: 1_000, stale: 60_000 };

function counting() {
  const calls = { count: 0, fail: false };
  const load = async () => {
    calls.count += 1;
    if (calls.fail) throw new Error("upstream is down");
    return { version: calls.count };
  };
  return { calls, load };
}

test("a hundred callers at once cost one call", async () => {
  const cache = createCache({ entries: 10, policy });
  const { calls, load } = counting();
  const answers = await Promise.all(Array.from({ length: 100 }, () => cache.get("home", load)));
  expect(new Set(answers.map((answer) => answer.version))).toEqual(new Set([1]));
  expect(calls.count).toBe(1);
});

test("a fresh answer is not asked for again; a stale one is given at once and renewed behind it", async () => {
  const cache = createCache({ entries: 10, policy });
  const { calls, load } = counting();
  await cache.get("home", load);
  vi.advanceTimersByTime(900);
  expect((await cache.get("home", load)).version).toBe(1);
  expect(calls.count).toBe(1);

  vi.advanceTimersByTime(200);
  expect((await cache.get("home", load)).version).toBe(1);
  await vi.waitFor(() => expect(calls.count).toBe(2));
  expect((await cache.get("home", load)).version).toBe(2);
});

test("while the upstream is down the old answer stays, for as long as the policy allows", async () => {
  const cache = createCache({ entries: 10, policy });
  const { calls, load } = counting();
  await cache.get("home", load);
  calls.fail = true;
  for (const _ of Array.from({ length: 5 })) {
    vi.advanceTimersByTime(5_000);
    expect((await cache.get("home", load)).version).toBe(1);
  }
  vi.advanceTimersByTime(policy.stale);
  await expect(cache.get("home", load)).rejects.toThrow("upstream is down");
});

test("a failure is not cached", async () => {
  const cache = createCache({ entries: 10, policy });
  const { calls, load } = counting();
  calls.fail = true;
  await expect(cache.get("home", load)).rejects.toThrow();
  calls.fail = false;
  expect((await cache.get("home", load)).version).toBe(2);
});

test("an answer that comes late reaches who waits for it, however much was cached meanwhile", async () => {
  const cache = createCache({ entries: 2, policy });
  let answer = (_value: { version: string }) => {};
  const late = new Promise<{ version: string }>((resolve) => {
    answer = resolve;
  });
  const waiting = cache.get("slow", () => late);
  for (const key of ["one", "two", "three"]) await cache.get(key, async () => ({ version: key }));
  answer({ version: "slow" });
  expect(await waiting).toEqual({ version: "slow" });
});
