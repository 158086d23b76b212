import { LRUCache } from "lru-cache";
import { networkOf } from "../http/network-address.ts";
import { type SharedStore, withLocalFallback } from "../shared-store/shared-store.ts";

/** Counts events per key, in a fixed window that starts with the first event. */
export interface Counters {
  /** Returns the sum and the milliseconds until the counter resets. */
  add(key: string, events: number, windowMs: number): Promise<{ sum: number; resetMs: number }>;
}

/** Number of keys that are kept, each for lock-outs and for all others; 8 MB each. */
const MAX_KEYS = 30_000;
/** Counters that protect secrets are kept apart, so that a flood of other keys cannot evict them. */
const lockOut = /^(login|password|invitation|entry|purge):/;

export function createCounters(now: () => number = Date.now): Counters {
  const store = () => new LRUCache<string, { sum: number; until: number }>({ max: MAX_KEYS });
  const [lockOuts, others] = [store(), store()];
  return {
    async add(key, events, windowMs) {
      const entries = lockOut.test(key) ? lockOuts : others;
      const entry = entries.get(key);
      const running = entry && entry.until > now() ? entry : { sum: 0, until: now() + windowMs };
      const sum = Math.max(0, running.sum + events);
      if (sum > 0) entries.set(key, { sum, until: running.until });
      else entries.delete(key);
      return { sum, resetMs: running.until - now() };
    },
  };
}

/** Counts in the shared store; in this instance while the store is unavailable. */
export function createSharedCounters(store: SharedStore): Counters {
  const local = createCounters();
  return {
    add: (key, events, windowMs) =>
      withLocalFallback(
        () => store.add(`count:${key}`, events, windowMs),
        () => local.add(key, events, windowMs),
      ),
  };
}

export interface Bound {
  key: string;
  max: number;
  windowMs: number;
}

export interface CountedEvent {
  /** Time until the exceeded limit resets; 0 if none was exceeded. */
  waitMs: number;
  refund(): Promise<void>;
}

/** Counts under each limit in turn, up to the first that is exceeded, so that refused events add no keys. */
export async function countEvent(
  counters: Counters,
  bounds: readonly Bound[],
): Promise<CountedEvent> {
  const counted: Bound[] = [];
  const refund = async () => {
    const taken = counted.splice(0);
    await Promise.all(taken.map(({ key, windowMs }) => counters.add(key, -1, windowMs)));
  };
  for (const bound of bounds) {
    const { sum, resetMs } = await counters.add(bound.key, 1, bound.windowMs);
    counted.push(bound);
    if (sum > bound.max) return { waitMs: resetMs, refund };
  }
  return { waitMs: 0, refund };
}

export const networkBound = (
  kind: string,
  address: string,
  max: number,
  windowMs: number,
): Bound[] => {
  const network = networkOf(address);
  return network ? [{ key: `${kind}:address:${network}`, max, windowMs }] : [];
};
