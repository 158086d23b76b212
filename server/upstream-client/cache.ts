import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { upstreamAnswers } from "../cache-times.ts";
import { type SharedStore, withLocalFallback } from "../shared-store/shared-store.ts";
import { UpstreamRefusal } from "./errors.ts";

/** How long an answer is fresh, and how long after that it may still stand in for one, in milliseconds. */
export interface CachePolicy {
  fresh: number;
  stale: number;
}

/** For data that is the same for everybody: renewed in the background, usable for a day of upstream trouble. */
export const sharedPolicy: CachePolicy = upstreamAnswers;

/** Fresh, stale or nothing there; `load` once for all who wait for it. */
export type CacheObserver = (event: "hit" | "stale" | "miss" | "load") => void;

export interface Cache {
  /**
   * The value under `key`: a fresh one at once, a stale one at once while a single request renews it, else what
   * `load` gives. Callers that ask at the same time share one load. A failed renewal keeps the stale value, except where
   * the upstream says that there is nothing any more.
   */
  get<Value extends object>(key: string, load: () => Promise<Value>): Promise<Value>;
}

/** A stale answer that another instance is renewing is looked at again after this time, in milliseconds. */
const STALE_AGAIN_MS = 100;

/** In bytes, of an answer without its text. */
const OVERHEAD = 512;
/** An object takes about twice its JSON. */
const bytesOf = ({ value }: Loaded, key: string) =>
  OVERHEAD + 2 * (key.length + JSON.stringify(value).length);

/**
 * @param options.bytes that all cached answers may take, the least recently used leave first
 * @param options.shared what other instances have loaded counts as well
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
    // a load that loses its place to newer ones still answers who waits for it
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
      // fresh for as long as it is for the instance that loaded it
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

/** How long somebody waits for what another instance loads, and how often it looks, in milliseconds. */
const MAX_WAIT_MS = 3_000;
const POLL_MS = 25;

/** An answer and when it was loaded, in milliseconds since 1970. */
interface Loaded {
  value: object;
  loadedAt: number;
}

/** Makes what one instance loads good for all of them. */
export interface SharedLoads {
  /**
   * What any instance has loaded under `key` while it was fresh, else what `load` gives; only one instance loads at a
   * time. Meanwhile, and when that fails, `previous` stands in, else what the store has; both may be stale.
   */
  load(key: string, previous: Loaded | undefined, load: () => Promise<object>): Promise<Loaded>;
}

export interface SharedLoadsOptions {
  store: SharedStore;
  /** What is put into the store is sealed, so that nobody else can put answers there. */
  seal(text: string): string;
  /** Undefined for what was not sealed here. */
  open(sealed: string): string | undefined;
  /** Of the running program: another one may know other shapes. */
  version: string;
  policy: CachePolicy;
  /** Longer than any load takes: who dies in one holds the others up for this time, in milliseconds. */
  leaseMs: number;
}

const entry = z.object({ key: z.string(), value: z.looseObject({}), loadedAt: z.number() });

export function createSharedLoads(options: SharedLoadsOptions): SharedLoads {
  const { store, version, policy } = options;
  const nameOf = (key: string) => `answer:${version}:${key}`;
  const lockOf = (key: string) => `loading:${version}:${key}`;
  const isFresh = ({ loadedAt }: Loaded) => Date.now() - loadedAt < policy.fresh;

  /** What is stored under another key, is broken or foreign does not count. */
  async function stored(key: string): Promise<Loaded | undefined> {
    const text = options.open((await store.get(nameOf(key))) ?? "");
    const parsed = entry.safeParse(text === undefined ? undefined : JSON.parse(text));
    if (!parsed.success || parsed.data.key !== key) return undefined;
    // another machine's clock may be ahead
    return { ...parsed.data, loadedAt: Math.min(parsed.data.loadedAt, Date.now()) };
  }

  const letGo = (key: string) => store.remove(lockOf(key)).catch(() => undefined);

  async function loadAndStore(key: string, load: () => Promise<object>): Promise<Loaded> {
    const loaded = await load().then(
      (value) => ({ value, loadedAt: Date.now() }),
      async (error: unknown) => {
        if (isMissing(error)) await store.remove(nameOf(key)).catch(() => undefined);
        await letGo(key);
        throw error;
      },
    );
    const sealed = options.seal(JSON.stringify({ key, ...loaded }));
    await store.set(nameOf(key), sealed, policy.stale).catch(() => undefined);
    await letGo(key);
    return loaded;
  }

  /** By another instance, between the look for it and the claim. */
  async function finishedMeanwhile(key: string): Promise<Loaded | undefined> {
    const found = await stored(key);
    if (!found || !isFresh(found)) return undefined;
    await letGo(key);
    return found;
  }

  /** Undefined where this instance is to load it. */
  async function fromOthers(
    key: string,
    previous: Loaded | undefined,
  ): Promise<Loaded | undefined> {
    const until = Date.now() + MAX_WAIT_MS;
    do {
      const found = await stored(key);
      if (found && isFresh(found)) return found;
      // a stale one at once; who asks next has it renewed
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
