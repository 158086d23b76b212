import type { Readable } from "node:stream";

/** Unlike this, Node 20's `Readable.toWeb` throws an uncaught error if it is cancelled while bytes arrive. */
export function webStream(readable: Readable): ReadableStream<Uint8Array> {
  const chunks = readable.iterator() as AsyncIterator<Uint8Array>;
  // the iterator reports errors; without this, one after `cancel` would be uncaught
  readable.on("error", () => undefined);
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => void readable.destroy(),
    },
    { highWaterMark: 0 },
  );
}
