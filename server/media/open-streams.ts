import { networkOf } from "../http/network-address.ts";
import { DEFAULT_OPEN_STREAMS } from "../upstream-client/download.ts";

/** A player needs one or two streams; many players may share a network address. */
export const openStreamLimits = (total = DEFAULT_OPEN_STREAMS) => ({
  visitor: 12,
  address: total / 2,
  total,
});
/** A client that reads less is not watching. */
const MINIMUM_RATE = { bytes: 64 * 1024, withinMs: 30_000 };
/** A younger stream has no meaningful rate yet. */
const RATED_AFTER_MS = 2_000;

export interface Reader {
  readonly device: string;
  readonly address: string;
}

interface OpenStream {
  visitor: string;
  network: string | undefined;
  openedAt: number;
  bytes: number;
  end(): void;
}

export type OpenStreams = ReturnType<typeof createOpenStreams>;

/** Over a limit, a new stream evicts the slowest one, whose client may request the rest with Range. */
export function createOpenStreams(
  limits = openStreamLimits(),
  minimumRate = MINIMUM_RATE,
  ratedAfterMs = RATED_AFTER_MS,
) {
  const all = new Set<OpenStream>();

  function slowest(streams: OpenStream[]): OpenStream | undefined {
    const now = performance.now();
    const rate = ({ openedAt, bytes }: OpenStream) =>
      now - openedAt < ratedAfterMs ? Number.POSITIVE_INFINITY : bytes / (now - openedAt);
    const [first, ...others] = streams;
    return others.reduce((slow, one) => (slow && rate(slow) <= rate(one) ? slow : one), first);
  }

  function evictOver(max: number, isCounted: (stream: OpenStream) => boolean) {
    const counted = [...all].filter(isCounted);
    if (counted.length >= max) slowest(counted)?.end();
  }

  return {
    /** On eviction the body ends early, or the answer is 503 if there is none yet. */
    async open(
      { device, address }: Reader,
      request: Request,
      get: (request: Request) => Promise<Response>,
    ): Promise<Response> {
      const network = networkOf(address);
      evictOver(limits.visitor, (stream) => stream.visitor === device);
      if (network) evictOver(limits.address, (stream) => stream.network === network);
      evictOver(limits.total, () => true);

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
        if (stream.bytes - checked < minimumRate.bytes) end();
        checked = stream.bytes;
      }, minimumRate.withinMs).unref();
      all.add(stream);

      try {
        const signal = AbortSignal.any([request.signal, ended.signal]);
        const answer = await get(new Request(request, { signal }));
        if (!answer.body) close();
        return answer.body
          ? new Response(withByteCount(answer.body, stream, close, ended.signal), answer)
          : answer;
      } catch (error) {
        close();
        if (ended.signal.aborted) return new Response(null, evictedAnswer);
        throw error;
      }
    },
  };
}

/** One shared error without a stack: undici's queue retains errors, and a stack would retain the whole request. */
const evicted = new Error("a stream that was read slowly was evicted");
delete evicted.stack;

const evictedAnswer = { status: 503, headers: { "retry-after": "1" } };

/** Unbuffered, so that the count is what the client has read. */
function withByteCount(
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
          // a stalled client does not pull, so only an error ends its connection
          controller.error(ended.reason);
          // directly, because the signal of AbortSignal.any() may have been garbage-collected
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
