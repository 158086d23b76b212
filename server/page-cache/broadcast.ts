import { Readable } from "node:stream";
import { createEncoder, type Encoding } from "../http/compress.ts";

/**
 * Bytes that are still being made, for any number of readers: each gets what there is already and then follows.
 * Compressed readers share one encoder.
 */
export interface Broadcast {
  push(chunk: Uint8Array): void;
  /** @param error breaks the readers off, too */
  end(error?: unknown): void;
  /** A reader that leaves early changes nothing for the others. */
  follow(encoding?: Encoding): ReadableStream<Uint8Array>;
  /** Everything so far. */
  bytes(): Buffer;
}

export function createBroadcast(): Broadcast {
  const chunks: Uint8Array[] = [];
  const encoded = new Map<Encoding, Broadcast>();
  let ended = false;
  let failure: unknown;
  let waiting: (() => void)[] = [];

  function wake() {
    const woken = waiting;
    waiting = [];
    for (const go of woken) go();
  }

  function follow(): ReadableStream<Uint8Array> {
    let next = 0;
    return new ReadableStream(
      {
        async pull(controller) {
          while (next === chunks.length && !ended) {
            await new Promise<void>((resolve) => waiting.push(resolve));
          }
          const chunk = chunks[next];
          next += 1;
          if (chunk) controller.enqueue(chunk);
          else if (failure === undefined) controller.close();
          else controller.error(failure);
        },
      },
      { highWaterMark: 0 },
    );
  }

  function followEncoded(encoding: Encoding): ReadableStream<Uint8Array> {
    const known = encoded.get(encoding);
    if (known) return known.follow();
    const made = createBroadcast();
    encoded.set(encoding, made);
    const encoder = createEncoder(encoding);
    encoder.on("data", (chunk: Buffer) => made.push(chunk));
    encoder.on("end", () => made.end());
    encoder.on("error", (error) => made.end(error));
    Readable.fromWeb(follow() as Parameters<typeof Readable.fromWeb>[0])
      .on("error", (error) => encoder.destroy(error))
      .pipe(encoder);
    return made.follow();
  }

  return {
    push(chunk) {
      chunks.push(chunk);
      wake();
    },
    end(error) {
      ended = true;
      failure = error;
      wake();
    },
    follow: (encoding) => (encoding ? followEncoded(encoding) : follow()),
    bytes: () => Buffer.concat(chunks),
  };
}
