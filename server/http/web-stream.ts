import type { Readable } from "node:stream";

/**
 * A Node stream as a response body: pulled on demand, destroyed on cancel. Not `Readable.toWeb`, because Node 20's
 * throws an uncaught error, which ends the process, if it is cancelled while bytes arrive.
 */
export function webStream(readable: Readable): ReadableStream<Uint8Array> {
  const chunks = readable.iterator() as AsyncIterator<Uint8Array>;
  // the iterator reports errors to the reader; an error after cancel would be uncaught
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
