import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { upstreamAnswers } from "../cache-times.ts";
import { type SharedStore, withLocalFallback } from "../shared-store/shared-store.ts";
import { UpstreamRefusal } from "./errors.ts";

/** How long an answer is fresh, and how long after that it may be served stale, in milliseconds. */
export interface CachePolicy {
  fresh: number;
  stale: number;
}

/** For data that is the same for everybody: stale-while-revalidate, and stale for a day if the upstream fails. */
export const sharedPolicy: CachePolicy = upstreamAnswers;

/** `hit`, `stale` or `miss` per lookup; `load` once per request to the upstream. */
export type CacheObserver = (event: "hit" | "stale" | "miss" | "load") => void;

export interface Cache {
  /**
   * The value under `key`: returned at once if fresh, or if stale while one request revalidates it; otherwise the
   * result of `load`, shared by concurrent callers. A failed revalidation keeps the stale value unless the upstream
   * says that it no longer exists.
   */
  get<Value extends object>(key: string, load: () => Promise<Value>): Promise<Value>;
}

/** In milliseconds: when to check again for a stale answer that another instance is revalidating. */
const STALE_AGAIN_MS = 100;

/** In bytes per entry, besides its text. */
const OVERHEAD = 512;
/** An object takes about twice the memory of its JSON. */
const bytesOf = ({ value }: Loaded, key: string) =>
  OVERHEAD + 2 * (key.length + JSON.stringify(value).length);

/**
 * @param options.bytes limit for all entries; the least recently used are evicted first
 * @param options.shared also uses what other instances have loaded
 */
export function createCache(options: {
  bytes: number;
  policy?: CachePolicy;
  shared?: SharedLoads | undefined;
  onCached?: CacheObserver | undefined;
}): Cache {
  const { policy = sharedPolicy, shared, onCached = () => undefined } = options;
  const entries = new LRUCache<string, Loaded, () => Promise<object>>({
    maxSize: options.bytes,
    sizeCalculation: bytesOf,
    perf: Date,
    ttl: policy.fresh,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    // an entry evicted while it loads still resolves for its callers
    ignoreFetchAbort: true,
    fetchMethod: async (key, previous, { context, options: entryOptions }) => {
      const load = () => {
        onCached("load");
        return context().catch((error: unknown) => {
          if (isMissing(error)) entries.delete(key);
          throw error;
        });
      };
      if (!shared) return { value: await load(), loadedAt: Date.now() };
      const loaded = await shared.load(key, previous, load);
      // expires when it does for the instance that loaded it
      entryOptions.ttl = Math.max(STALE_AGAIN_MS, loaded.loadedAt + policy.fresh - Date.now());
      return loaded;
    },
  });

  return {
    async get<Value extends object>(key: string, load: () => Promise<Value>) {
      const cached = entries.peek(key, { allowStale: true });
      const age = cached ? Date.now() - cached.loadedAt : Number.POSITIVE_INFINITY;
      if (cached && age > policy.stale) entries.delete(key);
      onCached(age > policy.stale ? "miss" : age > policy.fresh ? "stale" : "hit");
      const entry = await entries.forceFetch(key, { context: load });
      return entry.value as Value;
    },
  };
}

const isMissing = (error: unknown) => error instanceof UpstreamRefusal && error.isMissing;

/** How long to wait for another instance's load, and how often to check, in milliseconds. */
const MAX_WAIT_MS = 3_000;
const POLL_MS = 25;

/** `loadedAt` is in milliseconds since 1970. */
interface Loaded {
  value: object;
  loadedAt: number;
}

/** Shares loaded answers between instances. */
export interface SharedLoads {
  /**
   * A fresh answer from any instance, otherwise the result of `load`, which one instance runs at a time. While another
   * one loads, `previous` or the stored answer is returned, though stale.
   */
  load(key: string, previous: Loaded | undefined, load: () => Promise<object>): Promise<Loaded>;
}

export interface SharedLoadsOptions {
  store: SharedStore;
  /** Stored answers are sealed, so that only this site can write them. */
  seal(text: string): string;
  /** Undefined for text that this site did not seal. */
  open(sealed: string): string | undefined;
  /** The program's version: another one may use other shapes. */
  version: string;
  policy: CachePolicy;
  /** Lock lifetime in milliseconds, longer than any load: a crashed instance blocks the others this long. */
  leaseMs: number;
}

const entry = z.object({ key: z.string(), value: z.looseObject({}), loadedAt: z.number() });

export function createSharedLoads(options: SharedLoadsOptions): SharedLoads {
  const { store, version, policy } = options;
  const nameOf = (key: string) => `answer:${version}:${key}`;
  const lockOf = (key: string) => `loading:${version}:${key}`;
  const isFresh = ({ loadedAt }: Loaded) => Date.now() - loadedAt < policy.fresh;

  /** Undefined for a missing, damaged or foreign entry, or one that was stored under another key. */
  async function stored(key: string): Promise<Loaded | undefined> {
    const text = options.open((await store.get(nameOf(key))) ?? "");
    const parsed = entry.safeParse(text === undefined ? undefined : JSON.parse(text));
    if (!parsed.success || parsed.data.key !== key) return undefined;
    // the other machine's clock may be ahead
    return { ...parsed.data, loadedAt: Math.min(parsed.data.loadedAt, Date.now()) };
  }

  const releaseLock = (key: string) => store.remove(lockOf(key)).catch(() => undefined);

  async function loadAndStore(key: string, load: () => Promise<object>): Promise<Loaded> {
    const loaded = await load().then(
      (value) => ({ value, loadedAt: Date.now() }),
      async (error: unknown) => {
        if (isMissing(error)) await store.remove(nameOf(key)).catch(() => undefined);
        await releaseLock(key);
        throw error;
      },
    );
    const sealed = options.seal(JSON.stringify({ key, ...loaded }));
    await store.set(nameOf(key), sealed, policy.stale).catch(() => undefined);
    await releaseLock(key);
    return loaded;
  }

  /** An answer that another instance stored between our check and our lock. */
  async function finishedMeanwhile(key: string): Promise<Loaded | undefined> {
    const found = await stored(key);
    if (!found || !isFresh(found)) return undefined;
    await releaseLock(key);
    return found;
  }

  /** Undefined: this instance must load it. */
  async function fromOthers(
    key: string,
    previous: Loaded | undefined,
  ): Promise<Loaded | undefined> {
    const until = Date.now() + MAX_WAIT_MS;
    do {
      const found = await stored(key);
      if (found && isFresh(found)) return found;
      // return the stale one now; the next request revalidates it
      if (found && !previous) return found;
      if (await store.claim(lockOf(key), "", options.leaseMs)) return finishedMeanwhile(key);
      if (previous) return previous;
      await wait(POLL_MS);
    } while (Date.now() < until);
    return undefined;
  }

  return {
    async load(key, previous, load) {
      const others = await withLocalFallback(
        () => fromOthers(key, previous),
        () => undefined,
      );
      return others ?? loadAndStore(key, load);
    },
  };
}
