import { Agent, type Dispatcher, request } from "undici";
import {
  isServerFault,
  networkFault,
  queueFault,
  timeoutFault,
  UpstreamFault,
  wasNeverSent,
} from "./errors.ts";
import { readWholeBody } from "./exchange.ts";
import { createLimiter, QueueFullError } from "./limiter.ts";

/** Whole files at once, and how many more may wait for their turn. */
const LIMITS = { running: 32, waiting: 512 };
/** Bodies that are handed on while they arrive, from one origin. */
const OPEN_AT_ONCE = 256;

/** Fetches pictures, playlists and segments from the addresses that the upstream names. */
export interface Downloader {
  /** The whole file, at most `limit` bytes. Throws UpstreamFault when it cannot be had. */
  bytes(url: string, limit: number): Promise<Buffer>;
  /**
   * The answer as it comes; `headers` is for Range and the like. The caller reads or destroys the body.
   * Throws UpstreamFault when there is none.
   */
  open(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    method?: "GET" | "POST",
  ): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/**
 * What is missing or slow here says nothing about calls of the API: no breaker learns of it.
 *
 * @param options.timeoutMs until the last byte of `bytes`, until the first of `open` and between any two of its body
 * @param options.ways the addresses of the same file, the best one first (`origins.ts`)
 */
export function createDownloader(options: {
  timeoutMs: number;
  ways?: (url: string) => string[];
}): Downloader {
  const { timeoutMs, ways = (url) => [url] } = options;
  const files = new Agent({ connections: LIMITS.running });
  const streams = new Agent({ connections: OPEN_AT_ONCE, bodyTimeout: timeoutMs });
  const limiter = createLimiter(LIMITS);

  async function whole(url: string, limit: number, signal: AbortSignal): Promise<Buffer> {
    const answer = await request(url, { dispatcher: files, signal });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw new UpstreamFault(`media: HTTP status ${answer.statusCode}.`, {
        status: answer.statusCode,
      });
    }
    return readWholeBody(
      answer.body,
      limit,
      () => new UpstreamFault(`media: over ${limit} bytes.`),
    );
  }

  /** From one address after the other, until one has it or says that it is not there. */
  async function firstOf<Value>(
    url: string,
    goesOn: (fault: UpstreamFault) => boolean,
    get: (way: string, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const until = performance.now() + timeoutMs;
    const addresses = ways(url);
    for (const [index, way] of addresses.entries()) {
      const left = Math.max(1, Math.ceil(until - performance.now()));
      const ms = Math.ceil(left / (addresses.length - index));
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), ms);
      try {
        return await get(way, late.signal);
      } catch (error) {
        const fault = late.signal.aborted ? timeoutFault("media", ms) : asFault(error, way);
        if (index === addresses.length - 1 || !goesOn(fault)) throw fault;
      } finally {
        clearTimeout(timer);
      }
    }
    throw new UpstreamFault("media: no address.");
  }

  return {
    bytes: (url, limit) =>
      firstOf(url, isServerFault, (way, signal) =>
        limiter.run(() => whole(way, limit, signal), signal),
      ),
    open: (url, headers, signal, method = "GET") =>
      firstOf(url, method === "GET" ? isServerFault : wasNeverSent, (way, late) =>
        request(way, {
          dispatcher: streams,
          headers,
          signal: AbortSignal.any([signal, late]),
          method,
        }),
      ),
    close: async () => void (await Promise.all([files.destroy(), streams.destroy()])),
  };
}

function asFault(error: unknown, url: string): UpstreamFault {
  if (error instanceof UpstreamFault) return error;
  if (error instanceof QueueFullError) return queueFault("media", LIMITS.waiting);
  return networkFault("media", new URL(url).origin, error);
}
