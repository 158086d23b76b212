import { expect, test } from "vitest";
import { createCounters } from "./counters.ts";
import { createLoginLimits } from "./login-limits.ts";

function limitsAt(start = 0) {
  const clock = { now: start };
  return { clock, limits: createLoginLimits(createCounters(() => clock.now)) };
}

test("after five failed tries an account waits until fifteen minutes from the first have passed", async () => {
  const { clock, limits } = limitsAt();
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await limits.attempt("someone", "")).allowed).toBe(true);
    clock.now += 60_000;
  }
  expect(await limits.attempt("SomeOne", "")).toEqual({ allowed: false, waitMs: 10 * 60_000 });
  expect((await limits.attempt("somebody else", "")).allowed).toBe(true);
  clock.now = 15 * 60_000;
  expect((await limits.attempt("someone", "")).allowed).toBe(true);
});

test("tries at the same moment count as many", async () => {
  const { limits } = limitsAt();
  const tries = await Promise.all(Array.from({ length: 20 }, () => limits.attempt("someone", "")));
  expect(tries.filter(({ allowed }) => allowed)).toHaveLength(5);
});

test("what is taken back never counted", async () => {
  const { limits } = limitsAt();
  for (let tries = 0; tries < 50; tries += 1) {
    const one = await limits.attempt("someone", "192.0.2.1");
    if (!one.allowed) throw new Error("refused");
    await one.refund();
  }
});

test("an address is bounded over all accounts, and asking in vain does not prolong the wait", async () => {
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

test("the address of a proxy that nobody has named, with all visitors behind it, bounds nobody", async () => {
  const { limits } = limitsAt();
  for (let tries = 0; tries < 40; tries += 1) {
    expect((await limits.attempt(`account ${tries}`, "10.0.0.7")).allowed).toBe(true);
  }
});
