import { createHash, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Cookies } from "cookie";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { z } from "zod";
import { COOKIE_DAYS } from "../contract/rules.ts";
import { type Bound, type Counters, countEvent, networkBound } from "../rate-limits/counters.ts";
import { createSealer } from "../secrets/seal.ts";
import { readCookie, setCookie } from "../session/session.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const COOKIE_LIFE_MS = COOKIE_DAYS.entry * DAY;

/** Limits on wrong passwords: per network, which may be a household's, and in total. */
const WINDOW_MS = 15 * MINUTE;
const PER_NETWORK = 20;
const IN_TOTAL = 600;

/** Node's defaults: 16 MB, 40 ms. The hashes are never stored, so there is nothing to attack offline. */
const COST: ScryptOptions = { N: 16_384, r: 8, p: 1 };
const HASH_BYTES = 32;
/** Ten queued attempts take less than a second. */
const MAX_WAITING = 10;
const BUSY_WAIT_MS = 5_000;

/** Number of verified cookies that are cached, 250 bytes each. */
const MAX_VERIFIED = 10_000;

type EntryAttempt =
  | { outcome: "right"; cookie: (secure: boolean) => string }
  | { outcome: "wrong" }
  | { outcome: "limited" | "busy"; waitMs: number };

export type SitePassword = Awaited<ReturnType<typeof createSitePassword>>;

const contents = z.tuple([z.string(), z.number()]);

/**
 * @param passwords only their scrypt hashes are kept
 * @param options.secrets salts are derived from them: the same for all instances and after restarts
 */
export async function createSitePassword(
  passwords: readonly string[],
  options: {
    secrets: readonly string[];
    counters: Counters;
    onRefused?: () => void;
    now?: () => number;
  },
) {
  const { secrets, counters, onRefused = () => undefined, now = Date.now } = options;
  const sealer = createSealer(secrets);
  const salts = secrets.map((secret) => createSealer([secret]).derive("entry", "salt"));
  const oneAtATime = pLimit(1);
  const hashOf = (password: string, salt: Buffer) =>
    oneAtATime(() => stretch(password.trim().normalize("NFC"), salt));

  const [salt = Buffer.alloc(0), ...olderSalts] = salts;
  async function hashed(passwords: readonly string[]) {
    const hashesWith = (salt: Buffer) =>
      Promise.all(passwords.map((password) => hashOf(password, salt)));
    const hashes = await hashesWith(salt);
    // cookies sealed with an older secret refer to password hashes with that secret's salt
    const older = (await Promise.all(olderSalts.map(hashesWith))).flat();
    return { hashes, names: new Set([...hashes, ...older].map(nameOf)) };
  }
  let valid = await hashed(passwords);

  const verified = new LRUCache<string, number>({ max: MAX_VERIFIED });
  function verify(value: string): number {
    const text = sealer.open("entry", value);
    const [name, until] = (text && contents.safeParse(JSON.parse(text)).data) || ["", 0];
    if (!valid.names.has(name)) return 0;
    verified.set(value, until);
    return until;
  }

  const bounds = (address: string): Bound[] => [
    ...networkBound("entry", address, PER_NETWORK, WINDOW_MS),
    { key: "entry:all", max: IN_TOTAL, windowMs: WINDOW_MS },
  ];

  return {
    /** Runs for every request, so verified cookies are cached. */
    hasAccess(cookies: Cookies, secure: boolean) {
      const value = readCookie(cookies, "entry", secure);
      return value !== undefined && (verified.get(value) ?? verify(value)) > now();
    },
    /** Compares in constant time. Wrong attempts are limited. `address` is '' if unknown. */
    async attempt(entered: string, address: string): Promise<EntryAttempt> {
      // counted before the check, so that concurrent attempts count, too
      const { waitMs, refund } = await countEvent(counters, bounds(address));
      if (waitMs > 0) {
        // attempts during the wait must not prolong it
        await refund();
        onRefused();
        return { outcome: "limited", waitMs };
      }
      if (oneAtATime.pendingCount >= MAX_WAITING) {
        await refund();
        return { outcome: "busy", waitMs: BUSY_WAIT_MS };
      }
      const hash = await hashOf(entered, salt);
      // compares with all of them, even after a match (constant time)
      const [match] = valid.hashes.filter((one) => timingSafeEqual(one, hash));
      if (!match) return { outcome: "wrong" };
      await refund();
      const value = sealer.seal("entry", JSON.stringify([nameOf(match), now() + COOKIE_LIFE_MS]));
      return {
        outcome: "right",
        cookie: (secure) => setCookie("entry", value, secure),
      };
    },
    /** Replaces the passwords; cookies of removed passwords end. */
    async replace(next: readonly string[]) {
      valid = await hashed(next);
      verified.clear();
    },
  };
}

const nameOf = (hash: Buffer) => createHash("sha256").update(hash).digest("base64url");

const scryptInThread = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const stretch = (password: string, salt: Buffer) =>
  scryptInThread(password, salt, HASH_BYTES, COST);
