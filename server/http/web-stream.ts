import type { Readable } from "node:stream";

/**
 * A stream of Node's as an answer's body: read as it is asked for, destroyed when whoever asked has left.
 * `Readable.toWeb` of Node 20 throws past everybody, which ends the process, where bytes are under way at that moment.
 */
export function webStream(readable: Readable): ReadableStream<Uint8Array> {
  const chunks = readable.iterator() as AsyncIterator<Uint8Array>;
  // the iterator tells whoever reads of it; after that nobody is left to be told
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
