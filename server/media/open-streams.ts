import { networkOf } from "../network-address.ts";
import { DEFAULT_OPEN_STREAMS } from "../upstream-client/download.ts";

/** Streams that are open at once. A player has one or two; behind a network's address there may be many players. */
export const openStreamLimits = (everybody = DEFAULT_OPEN_STREAMS) => ({
  visitor: 12,
  address: everybody / 2,
  everybody,
});
/** Whoever reads less than this many bytes in so many milliseconds could not watch anything. */
const LEAST = { bytes: 64 * 1024, withinMs: 30_000 };
/** Before this age, in milliseconds, the rate of a stream says nothing. */
const RATED_AFTER_MS = 2_000;

/** Who reads a stream. */
export interface Reader {
  readonly device: string;
  /** The network address; '' where it is not known. */
  readonly address: string;
}

interface OpenStream {
  visitor: string;
  network: string | undefined;
  openedAt: number;
  bytes: number;
  end(): void;
}

/**
 * Bounds the bodies that are handed on from an origin to readers as slow as they like. Nobody is refused: where a
 * visitor, a network or all together have too many, the one that is read most slowly ends, and its reader may ask for
 * the rest by a range.
 */
export interface OpenStreams {
  /**
   * Gets an answer whose body ends early when it has to, or 503 when it has to end before the answer is there; `get` is
   * to heed the signal of its request.
   */
  open(
    reader: Reader,
    request: Request,
    get: (request: Request) => Promise<Response>,
  ): Promise<Response>;
}

export function createOpenStreams(
  limits = openStreamLimits(),
  least = LEAST,
  ratedAfterMs = RATED_AFTER_MS,
): OpenStreams {
  const all = new Set<OpenStream>();

  function slowest(streams: OpenStream[]): OpenStream | undefined {
    const now = performance.now();
    const rate = ({ openedAt, bytes }: OpenStream) =>
      now - openedAt < ratedAfterMs ? Number.POSITIVE_INFINITY : bytes / (now - openedAt);
    const [first, ...others] = streams;
    return others.reduce((slow, one) => (slow && rate(slow) <= rate(one) ? slow : one), first);
  }

  function makeRoom(max: number, counts: (stream: OpenStream) => boolean) {
    const counted = [...all].filter(counts);
    if (counted.length >= max) slowest(counted)?.end();
  }

  return {
    async open({ device, address }, request, get) {
      const network = networkOf(address);
      makeRoom(limits.visitor, (stream) => stream.visitor === device);
      if (network) makeRoom(limits.address, (stream) => stream.network === network);
      makeRoom(limits.everybody, () => true);

      const ended = new AbortController();
      const close = () => {
        clearInterval(timer);
        all.delete(stream);
      };
      const end = () => {
        close();
        ended.abort(gaveWay);
      };
      const stream = { visitor: device, network, openedAt: performance.now(), bytes: 0, end };
      let checked = 0;
      const timer = setInterval(() => {
        if (stream.bytes - checked < least.bytes) end();
        checked = stream.bytes;
      }, least.withinMs).unref();
      all.add(stream);

      try {
        const signal = AbortSignal.any([request.signal, ended.signal]);
        const answer = await get(new Request(request, { signal }));
        if (!answer.body) close();
        return answer.body
          ? new Response(counted(answer.body, stream, close, ended.signal), answer)
          : answer;
      } catch (error) {
        close();
        if (ended.signal.aborted) return new Response(null, noRoom);
        throw error;
      }
    },
  };
}

/** The same for all: one of its own would keep its stack, and by that all that its request holds, in undici's queue. */
const gaveWay = new Error("a stream that was read slowly gave way to another one");
delete gaveWay.stack;

/** In seconds, who was too slow may ask again. */
const noRoom = { status: 503, headers: { "retry-after": "1" } };

/** Read as it is asked for, so that what is counted is what the reader took. */
function counted(
  body: ReadableStream<Uint8Array>,
  stream: OpenStream,
  close: () => void,
  ended: AbortSignal,
) {
  const chunks = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        ended.addEventListener("abort", () => {
          // a reader that has stopped asks for nothing more: its connection ends with what it holds
          controller.error(ended.reason);
          // the signal alone may not reach the origin's connection: a combined one is lost to garbage collection
          chunks.cancel(ended.reason).catch(() => undefined);
        });
      },
      async pull(controller) {
        try {
          const { done, value } = await chunks.read();
          if (value) {
            stream.bytes += value.length;
            controller.enqueue(value);
          }
          if (done) {
            close();
            controller.close();
          }
        } catch (error) {
          close();
          if (!ended.aborted) throw error;
        }
      },
      cancel(reason) {
        close();
        return chunks.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
