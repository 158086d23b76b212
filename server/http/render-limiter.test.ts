import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRenderLimiter } from "./render-limiter.ts";

const pendingPage = () => {
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

  it("starts no more renders than its limit, in order of arrival", async () => {
    const limitRenders = createRenderLimiter(2, 1_000);
    const pages = ["a", "b", "c", "d"].map((name) => ({ name, ...pendingPage() }));
    const started: string[] = [];
    const answers = pages.map(({ name, promise }) =>
      limitRenders(() => {
        started.push(name);
        return promise;
      }),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(["a", "b"]);
    pages[1]?.resolve("page b");
    await expect(answers[1]).resolves.toBe("page b");
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(["a", "b", "c"]);
    pages[0]?.resolve("page a");
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(["a", "b", "c", "d"]);
  });

  it("frees the slot of a page that failed", async () => {
    const limitRenders = createRenderLimiter(1, 1_000);
    await expect(limitRenders(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await expect(limitRenders(async () => "next")).resolves.toBe("next");
  });

  it("frees the slot of a page that takes too long, and does not free it again when the page is ready", async () => {
    const limitRenders = createRenderLimiter(1, 1_000);
    const [slow, second] = [pendingPage(), pendingPage()];
    const started: string[] = [];
    const first = limitRenders(() => slow.promise);
    void limitRenders(() => {
      started.push("second");
      return second.promise;
    });
    void limitRenders(async () => started.push("third"));
    await vi.advanceTimersByTimeAsync(999);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(["second"]);
    slow.resolve("late");
    await expect(first).resolves.toBe("late");
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(["second"]);
  });
});
