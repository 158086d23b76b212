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

test("all data arrives, and so does an error", async () => {
  const whole = webStream(Readable.from([bytes("one, "), bytes("two")]));
  expect(await new Response(whole).text()).toBe("one, two");
  const broken = new Readable({ read: () => broken.destroy(new Error("broke off")) });
  await expect(new Response(webStream(broken)).text()).rejects.toThrow("broke off");
});

test("a client that disconnects ends the source: before the first byte, between two, and while waiting", async () => {
  const unread = endless();
  await webStream(unread).cancel();
  const begun = endless();
  const reader = webStream(begun).getReader();
  await reader.read();
  await reader.cancel();
  const silent = new Readable({ read: () => undefined });
  const waiting = webStream(silent).getReader();
  const read = waiting.read();
  await waiting.cancel();
  expect((await read).done).toBe(true);
  await nextTurn();
  for (const source of [unread, begun, silent]) expect(source.destroyed).toBe(true);
});

test("no error is reported after a disconnect", async () => {
  const source = new Readable({
    read: () => undefined,
    destroy: (_error, done) => done(new Error("nobody reads on")),
  });
  const closed = once(source, "close").catch(() => undefined);
  await webStream(source).cancel();
  await closed;
  expect(source.destroyed).toBe(true);
});
