import { LRUCache } from "lru-cache";
import { upstreamAnswers } from "../cache-times.ts";
import type { Loaded, SharedLoads } from "./shared-loads.ts";

/** How long an answer is fresh, and how long after that it may still stand in for one, in milliseconds. */
export interface CachePolicy {
  fresh: number;
  stale: number;
}

/** For data that is the same for everybody: renewed in the background, kept for a day of upstream trouble. */
export const sharedPolicy: CachePolicy = upstreamAnswers;

/** Fresh, stale or nothing there; `load` is told once for all who wait for it. */
export type CacheObserver = (event: "hit" | "stale" | "miss" | "load") => void;

export interface Cache {
  /**
   * The value under `key`: a fresh one at once, a stale one at once while a single request renews it, else what
   * `load` gives. Callers that ask at the same time share one load. A failed renewal keeps the stale value.
   */
  get<Value extends object>(key: string, load: () => Promise<Value>): Promise<Value>;
}

/** A stale answer that another instance is renewing is looked at again after this time, in milliseconds. */
const GLANCE_MS = 100;

/**
 * @param options.entries how many answers are kept, the least recently used leave first
 * @param options.shared what other instances have loaded counts as well
 */
export function createCache(options: {
  entries: number;
  policy?: CachePolicy;
  shared?: SharedLoads | undefined;
  onCached?: CacheObserver | undefined;
}): Cache {
  const { policy = sharedPolicy, shared, onCached = () => undefined } = options;
  const entries = new LRUCache<string, Loaded, () => Promise<object>>({
    max: options.entries,
    perf: Date,
    ttl: policy.fresh,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    // a load that loses its place to newer ones still answers who waits for it
    ignoreFetchAbort: true,
    fetchMethod: async (key, known, { context, options: kept }) => {
      const load = () => {
        onCached("load");
        return context();
      };
      if (!shared) return { value: await load(), loadedAt: Date.now() };
      const loaded = await shared.load(key, known, load);
      // fresh for as long as it is for the instance that loaded it
      kept.ttl = Math.max(GLANCE_MS, loaded.loadedAt + policy.fresh - Date.now());
      return loaded;
    },
  });

  return {
    async get<Value extends object>(key: string, load: () => Promise<Value>) {
      const kept = entries.peek(key, { allowStale: true });
      const age = kept ? Date.now() - kept.loadedAt : Number.POSITIVE_INFINITY;
      if (kept && age > policy.stale) entries.delete(key);
      onCached(age > policy.stale ? "miss" : age > policy.fresh ? "stale" : "hit");
      const entry = await entries.forceFetch(key, { context: load });
      return entry.value as Value;
    },
  };
}
