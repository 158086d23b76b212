import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRenderLimiter } from "./render-limiter.ts";

const pageToMake = () => {
  let resolve: (page: string) => void = () => undefined;
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  return { promise, resolve: (page: string) => resolve(page) };
};

describe("the render limiter", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("starts no more renders than its limit, and the others in order of arrival", async () => {
    const limitRenders = createRenderLimiter(2, 1_000);
    const pages = ["a", "b", "c", "d"].map((name) => ({ name, ...pageToMake() }));
    const begun: string[] = [];
    const answers = pages.map(({ name, promise }) =>
      limitRenders(() => {
        begun.push(name);
        return promise;
      }),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(["a", "b"]);
    pages[1]?.resolve("page b");
    await expect(answers[1]).resolves.toBe("page b");
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(["a", "b", "c"]);
    pages[0]?.resolve("page a");
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(["a", "b", "c", "d"]);
  });

  it("frees a failed page's slot", async () => {
    const limitRenders = createRenderLimiter(1, 1_000);
    await expect(limitRenders(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await expect(limitRenders(async () => "next")).resolves.toBe("next");
  });

  it("frees the slot of a page that waits for a slow upstream, once", async () => {
    const limitRenders = createRenderLimiter(1, 1_000);
    const [slow, second] = [pageToMake(), pageToMake()];
    const begun: string[] = [];
    const first = limitRenders(() => slow.promise);
    void limitRenders(() => {
      begun.push("second");
      return second.promise;
    });
    void limitRenders(async () => begun.push("third"));
    await vi.advanceTimersByTimeAsync(999);
    expect(begun).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(["second"]);
    slow.resolve("late");
    await expect(first).resolves.toBe("late");
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(["second"]);
  });
});
