import { createHash, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { type Cookies, stringifySetCookie } from "cookie";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { z } from "zod";
import { type Bound, type Counters, countEvent, networkBound } from "../rate-limits/counters.ts";
import { createSealer } from "../seal.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long a browser is not asked again. */
const COOKIE_LIFE_MS = 180 * DAY;

/** Wrong passwords within a window: of a network, which may be a household's, and of everybody together. */
const WINDOW_MS = 15 * MINUTE;
const PER_NETWORK = 20;
const IN_ALL = 600;

/** Node's own costs: 16 MB and some 40 ms of a thread. Nobody can try outcomes, which are in this process's memory only. */
const COST: ScryptOptions = { N: 16_384, r: 8, p: 1 };
const OUTCOME_BYTES = 32;
/** Tries that wait for their turn: ten make less than a second. */
const MOST_WAITING = 10;
const BUSY_WAIT_MS = 5_000;

/** Cookies that are known to be valid, some 250 bytes each. */
const REMEMBERED = 10_000;

type EntryAttempt =
  | { outcome: "right"; cookie: (secure: boolean) => string }
  | { outcome: "wrong" }
  | { outcome: "limited" | "busy"; waitMs: number };

/** The passwords that open a site for invited people only (SITE_PASSWORD). */
export interface SitePassword {
  /**
   * Whether a visitor has given a password that is still one of the site's, by a sealed cookie. Every answer asks this first:
   * a cookie that was opened before costs one look into a map.
   */
  isGiven(cookies: Cookies, secure: boolean): boolean;
  /**
   * Tries what somebody has entered. Wrong tries are limited; the time that a try takes says nothing about the passwords.
   * @param address the network address, '' where it is not known
   */
  attempt(entered: string, address: string): Promise<EntryAttempt>;
}

const contents = z.tuple([z.string(), z.number()]);

/**
 * @param passwords of which scrypt's outcomes are kept, and nothing else
 * @param options.secrets those of the sealer: salts are derived from them, so that instances and restarts agree
 * @param options.now in milliseconds since 1970
 */
export async function createSitePassword(
  passwords: readonly string[],
  options: {
    secrets: readonly string[];
    counters: Counters;
    onRefused?: () => void;
    now?: () => number;
  },
): Promise<SitePassword> {
  const { secrets, counters, onRefused = () => undefined, now = Date.now } = options;
  const sealer = createSealer(secrets);
  const salts = secrets.map((secret) => createSealer([secret]).derive("entry", "salt"));
  const oneAtATime = pLimit(1);
  const outcomeOf = (password: string, salt: Buffer) =>
    oneAtATime(() => stretch(password.trim().normalize("NFC"), salt));
  const outcomesWith = (salt: Buffer) =>
    Promise.all(passwords.map((password) => outcomeOf(password, salt)));

  const [salt = Buffer.alloc(0), ...olderSalts] = salts;
  const outcomes = await outcomesWith(salt);
  // cookies that an older secret sealed name passwords by what they were under that secret
  const older = (await Promise.all(olderSalts.map(outcomesWith))).flat();
  const names = new Set([...outcomes, ...older].map(nameOf));

  /** Until when a cookie is valid, in milliseconds since 1970. */
  const verified = new LRUCache<string, number>({ max: REMEMBERED });
  function verify(value: string): number {
    const text = sealer.open("entry", value);
    const [name, until] = (text && contents.safeParse(JSON.parse(text)).data) || ["", 0];
    if (!names.has(name)) return 0;
    verified.set(value, until);
    return until;
  }

  const bounds = (address: string): Bound[] => [
    ...networkBound("entry", address, PER_NETWORK, WINDOW_MS),
    { key: "entry:all", max: IN_ALL, windowMs: WINDOW_MS },
  ];

  return {
    isGiven(cookies, secure) {
      const value = cookies[cookieName(secure)];
      return value !== undefined && (verified.get(value) ?? verify(value)) > now();
    },
    async attempt(entered, address) {
      // counted before it is tried, so that many tries at once count as many
      const { waitMs, refund } = await countEvent(counters, bounds(address));
      if (waitMs > 0) {
        // who waits is not made to wait longer by asking
        await refund();
        onRefused();
        return { outcome: "limited", waitMs };
      }
      if (oneAtATime.pendingCount >= MOST_WAITING) {
        await refund();
        return { outcome: "busy", waitMs: BUSY_WAIT_MS };
      }
      const outcome = await outcomeOf(entered, salt);
      // each is compared, also after one that matches
      const [match] = outcomes.filter((one) => timingSafeEqual(one, outcome));
      if (!match) return { outcome: "wrong" };
      await refund();
      return {
        outcome: "right",
        cookie: (secure) =>
          stringifySetCookie({
            name: cookieName(secure),
            value: sealer.seal("entry", JSON.stringify([nameOf(match), now() + COOKIE_LIFE_MS])),
            httpOnly: true,
            sameSite: "lax",
            secure,
            path: "/",
            maxAge: COOKIE_LIFE_MS / 1_000,
          }),
      };
    },
  };
}

const cookieName = (secure: boolean) => (secure ? "__Host-entry" : "entry");

/** What a cookie names the password by that it was given for. */
const nameOf = (outcome: Buffer) => createHash("sha256").update(outcome).digest("base64url");

const scryptInThread = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const stretch = (password: string, salt: Buffer) =>
  scryptInThread(password, salt, OUTCOME_BYTES, COST);
