import { expect, test } from "vitest";
import { createSharedWork } from "./shared-work.ts";

test("who asks for the same shares the work, and the next one after it begins anew", async () => {
  const share = createSharedWork<number>();
  let begun = 0;
  const work = async () => {
    begun += 1;
    return begun;
  };
  expect(await Promise.all([share("a", work), share("a", work)])).toEqual([1, 1]);
  expect(await share("a", work)).toBe(2);
});

test("work is given up when the last asker has left, and not before", async () => {
  const share = createSharedWork<string>();
  const [one, other] = [new AbortController(), new AbortController()];
  let stop: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    stop = signal;
    return new Promise<string>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason)),
    );
  };
  const first = share("a", work, one.signal);
  const second = share("a", work, other.signal);
  one.abort();
  await expect(first).rejects.toThrow("abort");
  expect(stop?.aborted).toBe(false);
  other.abort();
  await expect(second).rejects.toThrow("abort");
  expect(stop?.aborted).toBe(true);
  expect(await share("a", async () => "anew")).toBe("anew");
});
