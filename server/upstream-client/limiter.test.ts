import { expect, test } from "vitest";
import { createLimiter, QueueFullError } from "./limiter.ts";

const neverAborted = new AbortController().signal;

function createTask() {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { run: () => done, finish };
}

test("queued calls start in order when running calls succeed or fail", async () => {
  const limiter = createLimiter({ running: 1, waiting: 2 });
  const order: string[] = [];
  const first = createTask();
  const failing = limiter.run(async () => {
    await first.run();
    throw new Error("no");
  }, neverAborted);
  const later = ["a", "b"].map((name) => limiter.run(async () => order.push(name), neverAborted));
  expect([limiter.running, limiter.waiting]).toEqual([1, 2]);
  await expect(limiter.run(async () => 0, neverAborted)).rejects.toThrow(QueueFullError);
  first.finish();
  await expect(failing).rejects.toThrow("no");
  await Promise.all(later);
  expect(order).toEqual(["a", "b"]);
  expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
});

test("an aborted caller leaves the queue without running", async () => {
  const limiter = createLimiter({ running: 1, waiting: 1 });
  const first = createTask();
  const running = limiter.run(first.run, neverAborted);
  const impatient = new AbortController();
  let ran = false;
  const waiting = limiter.run(async () => {
    ran = true;
  }, impatient.signal);
  impatient.abort(new Error("too late"));
  await expect(waiting).rejects.toThrow("too late");
  expect(limiter.waiting).toBe(0);
  first.finish();
  await running;
  expect([ran, limiter.running]).toEqual([false, 0]);
});

test("no more calls run at the same time than the limit allows", async () => {
  const limiter = createLimiter({ running: 2, waiting: 5 });
  const tasks = [createTask(), createTask(), createTask()];
  const begun: number[] = [];
  const runs = tasks.map(({ run }, at) =>
    limiter.run(() => {
      begun.push(at);
      return run();
    }),
  );
  await Promise.resolve();
  expect([begun, limiter.running, limiter.waiting]).toEqual([[0, 1], 2, 1]);
  for (const { finish } of tasks.toReversed()) finish();
  await Promise.all(runs);
  expect(begun).toEqual([0, 1, 2]);
});
