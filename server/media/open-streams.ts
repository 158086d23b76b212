import { networkOf } from "../http/network-address.ts";
import { DEFAULT_OPEN_STREAMS } from "../upstream-client/download.ts";

/** Concurrent streams. A player needs one or two; one network address may have many players behind it. */
export const openStreamLimits = (everybody = DEFAULT_OPEN_STREAMS) => ({
  visitor: 12,
  address: everybody / 2,
  everybody,
});
/** A client that reads less than this cannot be watching. */
const LEAST = { bytes: 64 * 1024, withinMs: 30_000 };
/** In milliseconds: a younger stream's rate is not meaningful. */
const RATED_AFTER_MS = 2_000;

/** Who reads a stream. */
export interface Reader {
  readonly device: string;
  /** The network address; '' if unknown. */
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
 * Limits how many origin bodies are being proxied, however slowly clients read. New streams are never refused: over a
 * limit (visitor, network, total) the slowest stream is evicted, and its client may request the rest with Range.
 */
export interface OpenStreams {
  /**
   * Calls `get` and tracks its body. On eviction the body ends early, or the answer is 503 if there is none yet. `get`
   * must respect its request's signal.
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
        ended.abort(evicted);
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

/** One shared error: an error per stream would retain its stack, and so the whole request, in undici's queue. */
const evicted = new Error("a stream that was read slowly gave way to another one");
delete evicted.stack;

/** Retry-After is in seconds. */
const noRoom = { status: 503, headers: { "retry-after": "1" } };

/** Pulls on demand without buffering, so that the count is what the client has read. */
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
          // a stalled client no longer pulls: erroring the stream ends its connection
          controller.error(ended.reason);
          // the abort signal alone is not enough: AbortSignal.any() may have been garbage-collected
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
