import { expect, test } from "vitest";
import { createCounters } from "./counters.ts";
import { createLoginLimits, type LoginLimits } from "./login-limits.ts";

function limitsAt(start = 0) {
  const clock = { now: start };
  return { clock, limits: createLoginLimits(createCounters(() => clock.now)) };
}

const MINUTE = 60_000;

/** Fails until refused; returns how many tries were allowed, and how long the next one must wait. */
async function failUntilRefused(limits: LoginLimits, account: string, device?: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const one = await limits.attempt(account, "", device);
    if (!one.allowed) return { tries, waitMs: one.waitMs };
  }
  throw new Error("never refused");
}

test("after each series of failed attempts, an account is blocked longer, at most 15 minutes", async () => {
  const { clock, limits } = limitsAt();
  const waits: number[] = [];
  for (let series = 0; series < 4; series += 1) {
    const { waitMs } = await failUntilRefused(limits, series % 2 ? "someone" : "SomeOne");
    waits.push(waitMs / MINUTE);
    clock.now += waitMs;
  }
  expect(waits[0]).toBe(1);
  expect(waits[1]).toBeGreaterThan(1);
  expect(waits[2]).toBeGreaterThan(waits[1] ?? 0);
  expect(Math.max(...waits)).toBeLessThanOrEqual(15);
  expect((await limits.attempt("somebody else", "")).allowed).toBe(true);
});

test("attempts on a blocked account do not prolong the block", async () => {
  const { clock, limits } = limitsAt();
  const { waitMs } = await failUntilRefused(limits, "someone");
  for (let tries = 0; tries < 50; tries += 1) await limits.attempt("someone", "");
  clock.now += waitMs;
  expect((await limits.attempt("someone", "")).allowed).toBe(true);
});

test("a device that has logged in before has limits of its own, which strangers cannot use up", async () => {
  const { limits } = limitsAt();
  await failUntilRefused(limits, "someone");
  expect((await limits.attempt("someone", "", "own-phone")).allowed).toBe(true);
  await failUntilRefused(limits, "someone", "own-phone");
  expect((await limits.attempt("someone", "", "own-tablet")).allowed).toBe(true);
});

test("the owner is warned once of strangers' failed attempts", async () => {
  const { limits } = limitsAt();
  expect(await limits.takeWarning("someone")).toBe(false);
  await failUntilRefused(limits, "someone");
  expect(await limits.takeWarning("SomeOne")).toBe(true);
  expect(await limits.takeWarning("someone")).toBe(false);
  await failUntilRefused(limits, "another", "own-phone");
  expect(await limits.takeWarning("another")).toBe(false);
});

test("attempts from a blocked address add no counters for accounts", async () => {
  const keys = new Set<string>();
  const counters = createCounters();
  const recording: typeof counters.add = (key, ...rest) => {
    keys.add(key);
    return counters.add(key, ...rest);
  };
  const limits = createLoginLimits({ add: recording });
  for (let tries = 0; tries < 30; tries += 1) await limits.attempt(`account ${tries}`, "192.0.2.9");
  const before = keys.size;
  for (let tries = 0; tries < 30; tries += 1) await limits.attempt(`other ${tries}`, "192.0.2.9");
  expect(keys.size).toBe(before);
});

test("concurrent attempts count one by one", async () => {
  const { limits } = limitsAt();
  const tries = await Promise.all(Array.from({ length: 20 }, () => limits.attempt("someone", "")));
  expect(tries.filter(({ allowed }) => allowed)).toHaveLength(5);
});

test("a refunded attempt does not count", async () => {
  const { limits } = limitsAt();
  for (let tries = 0; tries < 50; tries += 1) {
    const one = await limits.attempt("someone", "192.0.2.1");
    if (!one.allowed) throw new Error("refused");
    await one.refund();
  }
});

test("an address is limited across all accounts, and attempts while blocked do not prolong the block", async () => {
  const { clock, limits } = limitsAt();
  for (let tries = 0; tries < 30; tries += 1) {
    expect((await limits.attempt(`account ${tries}`, "2001:db8:1:2::3")).allowed).toBe(true);
  }
  expect((await limits.attempt("another", "2001:db8:1:2:ffff::9")).allowed).toBe(false);
  expect((await limits.attempt("another", "2001:db8:1:3::3")).allowed).toBe(true);
  for (let tries = 0; tries < 50; tries += 1) await limits.attempt("another", "2001:db8:1:2::3");
  clock.now = 15 * 60_000;
  expect((await limits.attempt("another", "2001:db8:1:2::3")).allowed).toBe(true);
});

test("the address of a proxy missing from the settings, which all visitors share, limits nobody", async () => {
  const { limits } = limitsAt();
  for (let tries = 0; tries < 40; tries += 1) {
    expect((await limits.attempt(`account ${tries}`, "10.0.0.7")).allowed).toBe(true);
  }
});
