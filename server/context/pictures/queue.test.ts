import { expect, test } from "vitest";
import { createQueue, TooBusy } from "./queue.ts";

/** Work that ends when it is told to. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: (name: string) => ends.get(name)?.(),
  };
}

test("so much is done at once, the rest in the order in which it came", async () => {
  const { begun, work, end } = held();
  const queue = createQueue({ atOnce: 2, waiting: 5 });
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => queue.run(work(name)));
  await Promise.resolve();
  expect([begun, queue.waiting]).toEqual([["a", "b"], 2]);
  end("b");
  await b;
  await new Promise(setImmediate);
  expect(begun).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c"]) end(name);
  await Promise.all([a, c]);
  await new Promise(setImmediate);
  end("d");
  expect(await d).toBe("d");
});

test("what is too much is refused at once, and there is room again afterwards", async () => {
  const { work, end } = held();
  const queue = createQueue({ atOnce: 1, waiting: 1 });
  const first = queue.run(work("first"));
  const second = queue.run(work("second"));
  await expect(queue.run(work("third"))).rejects.toBeInstanceOf(TooBusy);
  end("first");
  await first;
  await new Promise(setImmediate);
  const fourth = queue.run(work("fourth"));
  end("second");
  await second;
  await new Promise(setImmediate);
  end("fourth");
  expect(await fourth).toBe("fourth");
});

test("what nobody waits for any more is never begun", async () => {
  const { begun, work, end } = held();
  const queue = createQueue({ atOnce: 1, waiting: 5 });
  const gone = new AbortController();
  const first = queue.run(work("first"));
  const left = queue.run(work("left"), gone.signal);
  const last = queue.run(work("last"));
  gone.abort();
  await expect(left).rejects.toThrow("abort");
  expect(queue.waiting).toBe(1);
  end("first");
  await first;
  await new Promise(setImmediate);
  end("last");
  await last;
  expect(begun).toEqual(["first", "last"]);
});

test("work that fails makes room as well", async () => {
  const queue = createQueue({ atOnce: 1, waiting: 5 });
  await expect(queue.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue.run(async () => "next")).toBe("next");
});
