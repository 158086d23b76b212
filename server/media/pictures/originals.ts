import { LRUCache } from "lru-cache";
import type { Downloader } from "../../upstream-client/download.ts";

export const ORIGINAL_LIMIT = 12 * 1024 * 1024;
const FAILURE_TTL_MS = 4_000;

/**
 * Caches originals, because each is requested in several sizes.
 * @param capacity in bytes; a larger original is fetched again for each size
 */
export function createOriginals(downloader: Downloader, capacity: number) {
  const failures = new LRUCache<string, { reason: unknown }>({ max: 1_000, ttl: FAILURE_TTL_MS });
  const originals = new LRUCache<string, Buffer>({
    maxSize: capacity,
    sizeCalculation: (bytes) => bytes.length + 1,
    // an entry evicted while it loads still resolves for its callers
    ignoreFetchAbort: true,
    fetchMethod: (url) => downloader.bytes(url, ORIGINAL_LIMIT),
  });
  const reject = (url: string, reason: unknown) => {
    failures.set(url, { reason });
    originals.delete(url);
  };
  return {
    /** Rejects when it cannot be fetched; the failure is cached for some seconds. */
    async fetch(url: string) {
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
