import { once } from "node:events";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { webStream } from "./web-stream.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** An endless source that always has data. */
const endless = () =>
  new Readable({
    read() {
      this.push(bytes("more"));
    },
  });

test("all data and an error are passed on", async () => {
  const whole = webStream(Readable.from([bytes("one, "), bytes("two")]));
  expect(await new Response(whole).text()).toBe("one, two");
  const broken = new Readable({ read: () => broken.destroy(new Error("broke off")) });
  await expect(new Response(webStream(broken)).text()).rejects.toThrow("broke off");
});

test("cancelling destroys the source: before the first read, between two reads, and during one", async () => {
  const unread = endless();
  await webStream(unread).cancel();
  const partlyRead = endless();
  const reader = webStream(partlyRead).getReader();
  await reader.read();
  await reader.cancel();
  const silent = new Readable({ read: () => undefined });
  const waiting = webStream(silent).getReader();
  const read = waiting.read();
  await waiting.cancel();
  expect((await read).done).toBe(true);
  await nextTurn();
  for (const source of [unread, partlyRead, silent]) expect(source.destroyed).toBe(true);
});

test("an error of the source after cancelling is ignored", async () => {
  const source = new Readable({
    read: () => undefined,
    destroy: (_error, done) => done(new Error("after cancelling")),
  });
  const closed = once(source, "close").catch(() => undefined);
  await webStream(source).cancel();
  await closed;
  expect(source.destroyed).toBe(true);
});
