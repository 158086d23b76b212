import { LRUCache } from "lru-cache";
import { type SharedStore, withLocalFallback } from "../shared-store/shared-store.ts";

/** Counts events by key, each within a window that begins with the first. A shared store can stand behind it. */
export interface Counters {
  /** Adds to the counter of `key`, which begins anew after `windowMs`. Answers the sum and when it begins anew. */
  add(key: string, events: number, windowMs: number): Promise<{ sum: number; resetMs: number }>;
}

/** Keys that are remembered at once; the least used are forgotten first. */
const REMEMBERED = 50_000;

/** Counters of this process alone. */
export function createCounters(now: () => number = Date.now): Counters {
  const entries = new LRUCache<string, { sum: number; until: number }>({ max: REMEMBERED });
  return {
    async add(key, events, windowMs) {
      const entry = entries.get(key);
      const running = entry && entry.until > now() ? entry : { sum: 0, until: now() + windowMs };
      const sum = Math.max(0, running.sum + events);
      entries.set(key, { sum, until: running.until });
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
        () => store.add(`tally:${key}`, events, windowMs),
        () => local.add(key, events, windowMs),
      ),
  };
}

/** One event in several counters at once. */
export interface CountedEvent {
  /** Until there is room in all of them again, in milliseconds; 0 where there is. */
  waitMs: number;
  refund(): Promise<void>;
}

/** @param bounds the keys under which it counts, and how much each may hold within `windowMs` */
export async function countEvent(
  counters: Counters,
  bounds: readonly { key: string; max: number }[],
  windowMs: number,
): Promise<CountedEvent> {
  const add = (events: number) =>
    Promise.all(bounds.map(({ key }) => counters.add(key, events, windowMs)));
  const counted = await add(1);
  const exceeded = counted.filter(({ sum }, index) => sum > (bounds[index]?.max ?? 0));
  return {
    waitMs: Math.max(0, ...exceeded.map(({ resetMs }) => resetMs)),
    refund: async () => void (await add(-1)),
  };
}

/** A household has one IPv4 address, or a /64 of IPv6 ones. */
export function networkPrefixOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped || !address.includes(":")) return mapped ?? address;
  const [head = "", tail] = (address.toLowerCase().split("%")[0] ?? "").split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const given = [groups(head), groups(tail ?? "")] as const;
  const zeros = tail === undefined ? 0 : 8 - given[0].length - given[1].length;
  const whole = [...given[0], ...Array<string>(Math.max(0, zeros)).fill("0"), ...given[1]];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/**
 * False for addresses of this machine and of private networks: they are those of a proxy that TRUST_PROXY does not
 * name, with all visitors behind it.
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (plain.includes(":")) return !/^(::1?$|f[cd]|fe[89ab])/.test(plain);
  return plain !== "" && !/^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(plain);
}
