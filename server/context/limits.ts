import { LRUCache } from "lru-cache";
import { orAlone, type SharedStore } from "../store/shared-store.ts";

/** Counts events by key, each within a window that begins with the first. A shared store can stand behind it. */
export interface Tallies {
  /** Adds to the tally of `key`, which begins anew after `windowMs`. Answers the sum and when it begins anew. */
  add(key: string, events: number, windowMs: number): Promise<{ sum: number; resetMs: number }>;
}

/** Keys that are remembered at once; the least used are forgotten first. */
const REMEMBERED = 50_000;

/** Tallies of this process alone. */
export function createTallies(now: () => number = Date.now): Tallies {
  const kept = new LRUCache<string, { sum: number; until: number }>({ max: REMEMBERED });
  return {
    async add(key, events, windowMs) {
      const known = kept.get(key);
      const running = known && known.until > now() ? known : { sum: 0, until: now() + windowMs };
      const sum = Math.max(0, running.sum + events);
      kept.set(key, { sum, until: running.until });
      return { sum, resetMs: running.until - now() };
    },
  };
}

/** Tallies of all instances; of this one alone while the store is away. */
export function createSharedTallies(store: SharedStore): Tallies {
  const own = createTallies();
  return {
    add: (key, events, windowMs) =>
      orAlone(
        () => store.add(`tally:${key}`, events, windowMs),
        () => own.add(key, events, windowMs),
      ),
  };
}

const WINDOW_MS = 15 * 60_000;
/** An address may stand for a whole household or a mobile network's customers. */
const FAILURES = { account: 5, address: 30 };

/** A try that was let through counts as failed until it is taken back. */
export type Try = { allowed: true; takeBack(): Promise<void> } | { allowed: false; waitMs: number };

/** Bounds failed logins, by account and by network address. */
export interface LoginLimits {
  /** To be asked before the credentials are checked, so that many tries at once count as many. */
  attempt(account: string, address: string): Promise<Try>;
}

/** @param onRefused told of every try that is not let through */
export function createLoginLimits(
  tallies: Tallies = createTallies(),
  onRefused: () => void = () => undefined,
): LoginLimits {
  return {
    async attempt(account, address) {
      const limits = [
        { key: `login:account:${account.toLowerCase()}`, max: FAILURES.account },
        // an unknown address limits nobody: all visitors would share it
        ...(address ? [{ key: `login:address:${network(address)}`, max: FAILURES.address }] : []),
      ];
      const count = (events: number) =>
        Promise.all(limits.map(({ key }) => tallies.add(key, events, WINDOW_MS)));
      const counted = await count(1);
      const exceeded = counted.filter(({ sum }, index) => sum > (limits[index]?.max ?? 0));
      if (exceeded.length > 0) {
        // who waits is not made to wait longer by asking
        await count(-1);
        onRefused();
        return { allowed: false, waitMs: Math.max(...exceeded.map(({ resetMs }) => resetMs)) };
      }
      return { allowed: true, takeBack: async () => void (await count(-1)) };
    },
  };
}

/** A household has one IPv4 address, or a /64 of IPv6 ones. */
export function network(address: string): string {
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
