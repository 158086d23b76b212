import { compressStream, type Encoding } from "../http/compress.ts";

export interface Broadcast {
  push(chunk: Uint8Array): void;
  end(error?: unknown): void;
  /** Reads from the first byte on. Readers of an encoding share its encoder; cancelling one does not affect others. */
  follow(encoding?: Encoding): ReadableStream<Uint8Array>;
  bytes(): Buffer;
}

export function createBroadcast(): Broadcast {
  const chunks: Uint8Array[] = [];
  const encoded = new Map<Encoding, Broadcast>();
  let ended = false;
  let failure: unknown;
  let waiting: (() => void)[] = [];

  function wakeReaders() {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
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
    const shared = encoded.get(encoding);
    if (shared) return shared.follow();
    const compressed = createBroadcast();
    encoded.set(encoding, compressed);
    void drain(compressStream(follow(), encoding), compressed);
    return compressed.follow();
  }

  return {
    push(chunk) {
      chunks.push(chunk);
      wakeReaders();
    },
    end(error) {
      ended = true;
      failure = error;
      wakeReaders();
    },
    follow: (encoding) => (encoding ? followEncoded(encoding) : follow()),
    bytes: () => Buffer.concat(chunks),
  };
}

/** @returns whether the body was complete */
export async function drain(body: ReadableStream<Uint8Array> | null, into: Broadcast) {
  try {
    for await (const chunk of body ?? []) into.push(chunk);
    into.end();
    return true;
  } catch (error) {
    into.end(error);
    return false;
  }
}
