import { LRUCache } from "lru-cache";
import type { Downloader } from "../../upstream-client/download.ts";

/** In bytes. */
export const ORIGINAL_LIMIT = 12 * 1024 * 1024;
/** In milliseconds: how long an original that cannot be had, or is no picture, is not asked for again. */
const FAILURE_TTL_MS = 4_000;

/** Pictures as they come from their origin: one is asked for in several sizes, and fetched once. */
export interface Originals {
  /** Throws when it cannot be had, and again without asking for some seconds after. */
  fetch(url: string): Promise<Buffer>;
  /** Remembers that it is no picture. */
  reject(url: string, reason: unknown): void;
}

/** @param capacity in bytes; a larger original is fetched for each size of it */
export function createOriginals(downloader: Downloader, capacity: number): Originals {
  const failures = new LRUCache<string, { reason: unknown }>({ max: 1_000, ttl: FAILURE_TTL_MS });
  const originals = new LRUCache<string, Buffer>({
    maxSize: capacity,
    sizeCalculation: (bytes) => bytes.length + 1,
    // what loses its place to newer ones while it is fetched still reaches who waits for it
    ignoreFetchAbort: true,
    fetchMethod: (url) => downloader.bytes(url, ORIGINAL_LIMIT),
  });
  const reject = (url: string, reason: unknown) => {
    failures.set(url, { reason });
    // what came in place of a picture
    originals.delete(url);
  };
  return {
    async fetch(url) {
      const failure = failures.get(url);
      if (failure) throw failure.reason;
      try {
        return await originals.forceFetch(url);
      } catch (reason) {
        reject(url, reason);
        throw reason;
      }
    },
    reject,
  };
}
