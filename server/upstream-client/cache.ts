import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { upstreamAnswers } from "../cache-times.ts";
import { type SharedStore, withLocalFallback } from "../shared-store/shared-store.ts";
import { UpstreamRefusal } from "./errors.ts";

type CachePolicy = typeof upstreamAnswers;

/** `hit`, `stale` or `miss` per lookup; `load` per request to the upstream. */
export type CacheObserver = (event: "hit" | "stale" | "miss" | "load") => void;

export type Cache = ReturnType<typeof createCache>;

/** How soon to look again in the shared store while another instance revalidates an answer. */
const RECHECK_MS = 100;

const OVERHEAD_BYTES = 512;
/** An object takes about twice the memory of its JSON. */
const bytesOf = ({ value }: Loaded, key: string) =>
  OVERHEAD_BYTES + 2 * (key.length + JSON.stringify(value).length);

/** @param options.shared gives access to what other instances have loaded */
export function createCache(options: {
  bytes: number;
  policy?: CachePolicy;
  shared?: SharedLoads | undefined;
  onCached?: CacheObserver | undefined;
}) {
  const { policy = upstreamAnswers, shared, onCached = () => undefined } = options;
  const createEntries = () =>
    new LRUCache<string, Loaded, () => Promise<object>>({
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
        // expires when it does in the instance that loaded it
        entryOptions.ttl = Math.max(RECHECK_MS, loaded.loadedAt + policy.fresh - Date.now());
        return loaded;
      },
    });
  let entries = createEntries();

  return {
    /**
     * Returns a fresh value, or a stale one while it is revalidated; otherwise all callers share one
     * `load`. If a load fails, the stale value is kept, unless it no longer exists upstream.
     */
    async get<Value extends object>(key: string, load: () => Promise<Value>) {
      const cached = entries.peek(key, { allowStale: true });
      const age = cached ? Date.now() - cached.loadedAt : Number.POSITIVE_INFINITY;
      if (cached && age > policy.stale) entries.delete(key);
      onCached(age > policy.stale ? "miss" : age > policy.fresh ? "stale" : "hit");
      const entry = await entries.forceFetch(key, { context: load });
      return entry.value as Value;
    },
    /** Drops all values, even those that are still being loaded. */
    clear() {
      entries = createEntries();
    },
  };
}

const isMissing = (error: unknown) => error instanceof UpstreamRefusal && error.isMissing;

const MAX_WAIT_MS = 3_000;
const POLL_MS = 25;

const storedEntry = z.object({ key: z.string(), value: z.looseObject({}), loadedAt: z.number() });

interface Loaded {
  value: object;
  /** In milliseconds since 1970. */
  loadedAt: number;
}

export interface SharedLoads {
  /** A fresh answer; if there is none, one instance runs `load` while others return a stale one. */
  load(key: string, previous: Loaded | undefined, load: () => Promise<object>): Promise<Loaded>;
}

export function createSharedLoads(options: {
  store: SharedStore;
  /** Seals what is stored, so that only this site can write it. */
  seal(text: string): string;
  open(sealed: string): string | undefined;
  /** The program's version, because others may store other shapes. */
  version: string;
  policy: CachePolicy;
  /** How long a crashed instance blocks the others, in milliseconds; longer than any load. */
  leaseMs: number;
}): SharedLoads {
  const { store, version, policy } = options;
  const nameOf = (key: string) => `answer:${version}:${key}`;
  const lockKeyOf = (key: string) => `loading:${version}:${key}`;
  const isFresh = ({ loadedAt }: Loaded) => Date.now() - loadedAt < policy.fresh;

  /** Undefined if the entry is missing, damaged, not this site's, or stored under another key. */
  async function readStored(key: string): Promise<Loaded | undefined> {
    const text = options.open((await store.get(nameOf(key))) ?? "");
    const parsed = storedEntry.safeParse(text === undefined ? undefined : JSON.parse(text));
    if (!parsed.success || parsed.data.key !== key) return undefined;
    // the other machine's clock may be ahead
    return { ...parsed.data, loadedAt: Math.min(parsed.data.loadedAt, Date.now()) };
  }

  const releaseLock = (key: string) => store.remove(lockKeyOf(key)).catch(() => undefined);

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

  async function takeLoaded(key: string): Promise<Loaded | undefined> {
    const found = await readStored(key);
    if (!found || !isFresh(found)) return undefined;
    await releaseLock(key);
    return found;
  }

  async function waitForOtherInstance(key: string, previous: Loaded | undefined) {
    const deadline = Date.now() + MAX_WAIT_MS;
    do {
      const found = await readStored(key);
      if (found && isFresh(found)) return found;
      // a stale answer is better than waiting: the next request revalidates it
      if (found && !previous) return found;
      if (await store.claim(lockKeyOf(key), "", options.leaseMs)) return takeLoaded(key);
      if (previous) return previous;
      await wait(POLL_MS);
    } while (Date.now() < deadline);
    return undefined;
  }

  return {
    async load(key, previous, load) {
      const loaded = await withLocalFallback(
        () => waitForOtherInstance(key, previous),
        () => undefined,
      );
      return loaded ?? loadAndStore(key, load);
    },
  };
}
