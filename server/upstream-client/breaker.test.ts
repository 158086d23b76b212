import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBreaker } from "./breaker.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The open breaker of a server that is down. */
async function opened() {
  const server = { up: false, looks: [] as number[] };
  const began = Date.now();
  const breaker = createBreaker(async () => {
    server.looks.push(Date.now() - began);
    if (!server.up) throw new Error("down");
  });
  for (const call of ["a", "b", "a", "b", "a"]) breaker.failed(call);
  await vi.advanceTimersByTimeAsync(0);
  expect(breaker.open).toBe(true);
  return { server, breaker };
}

test("a server that is back after 0.7 s is called again within a second", async () => {
  const { server, breaker } = await opened();
  await vi.advanceTimersByTimeAsync(700);
  expect(breaker.open).toBe(true);
  server.up = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(breaker.open).toBe(false);
});

test("a server that stays down is probed less and less often, down to every two seconds", async () => {
  const { server, breaker } = await opened();
  await vi.advanceTimersByTimeAsync(60_000);
  breaker.close();
  const pauses = server.looks.slice(1).map((at, index) => at - (server.looks[index] ?? 0));
  expect(pauses[0]).toBeLessThanOrEqual(100);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2_000);
  expect(server.looks.length).toBeLessThan(70);
});

test("the instances of a site do not all probe at the same moment", async () => {
  const looks = async (random: number) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const { server, breaker } = await opened();
    await vi.advanceTimersByTimeAsync(3_000);
    breaker.close();
    return server.looks.slice(1);
  };
  const [some, others] = [await looks(0.1), await looks(0.9)];
  expect(some.filter((at) => others.includes(at))).toEqual([]);
});
