import { expect, test, vi } from "vitest";
import { createSingleFlight } from "./single-flight.ts";

test("concurrent calls share one result or failure, and a later call starts again", async () => {
  const once = createSingleFlight<number>();
  let calls = 0;
  const call = async () => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (calls === 1) throw new Error("down");
    return calls;
  };
  const first = await Promise.allSettled([once("a", call), once("a", call)]);
  expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([once("a", call), once("a", call)])).toEqual([2, 2]);
  expect(await once("b", call)).toBe(3);
});

test("a call is aborted when all its callers have aborted, and not before", async () => {
  const once = createSingleFlight<string>();
  const [one, other] = [new AbortController(), new AbortController()];
  let stop: AbortSignal | undefined;
  const call = (signal: AbortSignal) => {
    stop = signal;
    return new Promise<string>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason)),
    );
  };
  const first = once("a", call, one.signal);
  const second = once("a", call, other.signal);
  one.abort();
  await expect(first).rejects.toThrow("abort");
  expect(stop?.aborted).toBe(false);
  other.abort();
  await expect(second).rejects.toThrow("abort");
  expect(stop?.aborted).toBe(true);
  expect(await once("a", async () => "again")).toBe("again");
});

test("a caller without a signal keeps the call running when others abort", async () => {
  const once = createSingleFlight<string>();
  const other = new AbortController();
  let finish = (_value: string) => {};
  const call = () =>
    new Promise<string>((resolve) => {
      finish = resolve;
    });
  const first = once("a", call, other.signal);
  const second = once("a", call);
  other.abort();
  await expect(first).rejects.toThrow("abort");
  finish("done");
  expect(await second).toBe("done");
});

test("a kept result also serves later callers; a failure is not kept", async () => {
  vi.useFakeTimers();
  try {
    const once = createSingleFlight<number>(1_000);
    let calls = 0;
    const call = async () => {
      calls += 1;
      if (calls === 1) throw new Error("down");
      return calls;
    };
    await expect(once("a", call)).rejects.toThrow("down");
    expect(await once("a", call)).toBe(2);
    await vi.advanceTimersByTimeAsync(900);
    expect(await once("a", call)).toBe(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(await once("a", call)).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
