import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBreaker } from "./breaker.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A server that is down, and its open breaker. */
async function openBreaker() {
  const server = { up: false, probes: [] as number[] };
  const startedAt = Date.now();
  const breaker = createBreaker(async () => {
    server.probes.push(Date.now() - startedAt);
    if (!server.up) throw new Error("down");
  });
  for (const call of ["a", "b", "a", "b", "a"]) breaker.recordFault(call);
  await vi.advanceTimersByTimeAsync(0);
  expect(breaker.open).toBe(true);
  return { server, breaker };
}

test("a server that is back after 0.7 s is called again within a second", async () => {
  const { server, breaker } = await openBreaker();
  await vi.advanceTimersByTimeAsync(700);
  expect(breaker.open).toBe(true);
  server.up = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(breaker.open).toBe(false);
});

test("a server that stays down is probed ever more rarely, but at least every two seconds", async () => {
  const { server, breaker } = await openBreaker();
  await vi.advanceTimersByTimeAsync(60_000);
  breaker.close();
  const pauses = server.probes.slice(1).map((at, index) => at - (server.probes[index] ?? 0));
  expect(pauses[0]).toBeLessThanOrEqual(100);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2_000);
  expect(server.probes.length).toBeLessThan(70);
});

test("the instances of a site do not all probe at the same moment", async () => {
  const probesWith = async (random: number) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const { server, breaker } = await openBreaker();
    await vi.advanceTimersByTimeAsync(3_000);
    breaker.close();
    return server.probes.slice(1);
  };
  const [some, others] = [await probesWith(0.1), await probesWith(0.9)];
  expect(some.filter((at) => others.includes(at))).toEqual([]);
});
