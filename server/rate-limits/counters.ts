import { LRUCache } from "lru-cache";
import { networkOf } from "../network-address.ts";
import { type SharedStore, withLocalFallback } from "../shared-store/shared-store.ts";

/** Counts events by key, each within a window that begins with the first. A shared store can stand behind it. */
export interface Counters {
  /** Adds to the counter of `key`, which begins anew after `windowMs`. Answers the sum and when it begins anew. */
  add(key: string, events: number, windowMs: number): Promise<{ sum: number; resetMs: number }>;
}

/** Keys that are remembered at once, of lock-outs and of all others, some 8 MB each; the least used are forgotten first. */
const REMEMBERED = 30_000;
/** What a limit on these is for would be lost with its counter: nobody's flood of other keys may push it out. */
const lockOut = /^(login|password|invitation|entry):/;

/** Counters of this process alone. */
export function createCounters(now: () => number = Date.now): Counters {
  const store = () => new LRUCache<string, { sum: number; until: number }>({ max: REMEMBERED });
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

/** Counters of all instances; of this one alone while the store is away. */
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

/** A key under which something counts, and how much it may hold within `windowMs`. */
export interface Bound {
  key: string;
  max: number;
  windowMs: number;
}

/** One event in several counters at once. */
export interface CountedEvent {
  /** Until there is room again in the first bound that had none, in milliseconds; 0 where all had. */
  waitMs: number;
  refund(): Promise<void>;
}

/** Counts under one bound after the other, as far as the first that has no room: what it refuses adds no more keys. */
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

/** A bound on the network that an address belongs to; none where the address stands for nobody in particular. */
export const networkBound = (
  kind: string,
  address: string,
  max: number,
  windowMs: number,
): Bound[] => {
  const network = networkOf(address);
  return network ? [{ key: `${kind}:address:${network}`, max, windowMs }] : [];
};
