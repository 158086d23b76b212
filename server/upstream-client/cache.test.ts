import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCache } from "./cache.ts";
import { UpstreamRefusal } from "./errors.ts";

// lru-cache uses performance.now, so both clocks are faked
beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout"] }));
afterEach(() => vi.useRealTimers());

const policy = { fresh: 1_000, stale: 60_000 };

function countedLoad() {
  const calls = { count: 0, fail: false };
  const load = async () => {
    calls.count += 1;
    if (calls.fail) throw new Error("upstream is down");
    return { version: calls.count };
  };
  return { calls, load };
}

test("a hundred concurrent callers share one call", async () => {
  const cache = createCache({ bytes: 10_000, policy });
  const { calls, load } = countedLoad();
  const answers = await Promise.all(Array.from({ length: 100 }, () => cache.get("home", load)));
  expect(new Set(answers.map((answer) => answer.version))).toEqual(new Set([1]));
  expect(calls.count).toBe(1);
});

test("a fresh answer is not fetched again, and a stale one is returned at once and refreshed in the background", async () => {
  const cache = createCache({ bytes: 10_000, policy });
  const { calls, load } = countedLoad();
  await cache.get("home", load);
  vi.advanceTimersByTime(900);
  expect((await cache.get("home", load)).version).toBe(1);
  expect(calls.count).toBe(1);

  vi.advanceTimersByTime(200);
  expect((await cache.get("home", load)).version).toBe(1);
  await vi.waitFor(() => expect(calls.count).toBe(2));
  expect((await cache.get("home", load)).version).toBe(2);
});

test("while the upstream is down, the stale answer is used for as long as the policy allows", async () => {
  const cache = createCache({ bytes: 10_000, policy });
  const { calls, load } = countedLoad();
  await cache.get("home", load);
  calls.fail = true;
  for (const _ of Array.from({ length: 5 })) {
    vi.advanceTimersByTime(5_000);
    expect((await cache.get("home", load)).version).toBe(1);
  }
  vi.advanceTimersByTime(policy.stale);
  await expect(cache.get("home", load)).rejects.toThrow("upstream is down");
});

test("a stale answer is not used once the upstream says that the video no longer exists", async () => {
  const cache = createCache({ bytes: 10_000, policy });
  const { load } = countedLoad();
  const missing = () => Promise.reject(new UpstreamRefusal("404", "视频不存在"));
  const refused = () => Promise.reject(new UpstreamRefusal("500", "系统繁忙"));
  await cache.get("video", load);
  vi.advanceTimersByTime(policy.fresh + 1);
  for (const failing of [refused, refused, missing]) {
    expect(await cache.get("video", failing)).toEqual({ version: 1 });
    await Promise.resolve();
  }
  await expect(cache.get("video", missing)).rejects.toThrow("视频不存在");
  expect(await cache.get("video", load)).toEqual({ version: 2 });
});

test("a failure is not cached", async () => {
  const cache = createCache({ bytes: 10_000, policy });
  const { calls, load } = countedLoad();
  calls.fail = true;
  await expect(cache.get("home", load)).rejects.toThrow();
  calls.fail = false;
  expect((await cache.get("home", load)).version).toBe(2);
});

test("a slow load resolves for its callers even if its entry was evicted meanwhile", async () => {
  const cache = createCache({ bytes: 1_200, policy });
  let answer = (_value: { version: string }) => {};
  const late = new Promise<{ version: string }>((resolve) => {
    answer = resolve;
  });
  const waiting = cache.get("slow", () => late);
  for (const key of ["one", "two", "three"]) await cache.get(key, async () => ({ version: key }));
  answer({ version: "slow" });
  expect(await waiting).toEqual({ version: "slow" });
});

test("the cache stays within its memory limit for any number of answers", async () => {
  const events: string[] = [];
  const [bytes, length] = [100_000, 3_000];
  const cache = createCache({ bytes, policy, onCached: (event) => events.push(event) });
  const answer = async () => ({ text: "x".repeat(length) });
  const keys = Array.from({ length: 60 }, (_, index) => `search ${index}`);
  for (const key of keys) await cache.get(key, answer);
  events.length = 0;
  // newest first, because a miss evicts the oldest entry
  for (const key of keys.toReversed()) {
    await cache.get(key, answer);
    if (events.includes("miss")) break;
  }
  const hits = events.filter((event) => event === "hit").length;
  expect(hits).toBeGreaterThan(10);
  expect(hits * 2 * length).toBeLessThanOrEqual(bytes);
});

test("a value that is still loading when the cache is cleared is not kept", async () => {
  const cache = createCache({ bytes: 10_000, policy });
  const { load } = countedLoad();
  await cache.get("home", load);
  let finish: (value: { version: number }) => void = () => undefined;
  const early = cache.get(
    "list",
    () =>
      new Promise<{ version: number }>((resolve) => {
        finish = resolve;
      }),
  );
  cache.clear();
  finish({ version: 0 });
  expect((await early).version).toBe(0);
  expect((await cache.get("home", load)).version).toBe(2);
  expect((await cache.get("list", load)).version).toBe(3);
});
