import { expect, test } from "vitest";
import { countEvent, createCounters } from "./counters.ts";

const HOUR_MS = 60 * 60_000;

test.each([
  "login:account:someone",
  "password:visitor:someone",
  "invitation:inviter:someone",
  "entry:all",
])("a flood of other keys does not evict %s", async (key) => {
  const counters = createCounters();
  await counters.add(key, 5, HOUR_MS);
  for (let other = 0; other < 60_000; other += 1) {
    await counters.add(`search:visitor:${other}`, 1, HOUR_MS);
  }
  expect((await counters.add(key, 1, HOUR_MS)).sum).toBe(6);
});

/** Counters that record the keys used. */
function recordingCounters() {
  const keys: string[] = [];
  const counters = createCounters();
  const add: typeof counters.add = (key, ...rest) => {
    keys.push(key);
    return counters.add(key, ...rest);
  };
  return { keys, counters: { add } };
}

test("an attempt refused by the first limit is not counted under the next, and adds no key there", async () => {
  const { keys, counters } = recordingCounters();
  const bounds = (visitor: string) => [
    { key: "address", max: 2, windowMs: HOUR_MS },
    { key: visitor, max: 10, windowMs: HOUR_MS },
  ];
  for (const visitor of ["a", "b", "c", "d"]) await countEvent(counters, bounds(visitor));
  expect(new Set(keys)).toEqual(new Set(["address", "a", "b"]));
});

test("a refund after the window has ended gives no extra attempts in the next window", async () => {
  let now = 0;
  const counters = createCounters(() => now);
  const bound = { key: "a", max: 1, windowMs: HOUR_MS };
  const tries = [await countEvent(counters, [bound]), await countEvent(counters, [bound])];
  now = HOUR_MS;
  for (const { refund } of tries) await refund();
  expect((await counters.add("a", -1, HOUR_MS)).sum).toBe(0);
  expect((await countEvent(counters, [bound])).waitMs).toBe(0);
  expect((await countEvent(counters, [bound])).waitMs).toBe(HOUR_MS);
});

test("a second refund has no effect", async () => {
  const counters = createCounters();
  await counters.add("a", 5, HOUR_MS);
  const { refund } = await countEvent(counters, [{ key: "a", max: 9, windowMs: HOUR_MS }]);
  await Promise.all([refund(), refund()]);
  expect((await counters.add("a", 0, HOUR_MS)).sum).toBe(5);
});
