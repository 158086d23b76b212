import { randomUUID } from "node:crypto";
import { type Cookies, stringifySetCookie } from "cookie";
import { z } from "zod";
import type { Sealer } from "../secrets/seal.ts";

const MAX_AGE = 400 * 24 * 60 * 60;

const contents = z.object({
  /** The device's identifier, under which the upstream registers its guest. */
  device: z.uuid(),
  credentials: z.object({ token: z.string(), memberCode: z.string() }).optional(),
  /** Member code of this device's guest; after a login `credentials` are another member's. */
  guest: z.string().optional(),
  /** Set when the session has ended: no guest is registered until the visitor logs in or continues as a guest. */
  ended: z
    .object({
      reason: z.enum(["expired", "elsewhere"]),
      /** Whether it was the session of the device's guest. */
      ofGuest: z.boolean(),
      /** Whether the visitor has been told, so that it is not announced again. */
      told: z.boolean(),
    })
    .optional(),
  /** The inviter's code, until it has been reported to the upstream. */
  invitation: z.object({ inviter: z.string() }).optional(),
  /** Accounts that have logged in on this device, in lower case, most recent first. */
  accounts: z.array(z.string()).default([]),
  /** When the visitor cleared the browse history, in milliseconds since 1970: older records are hidden. */
  historyClearedAt: z.number().optional(),
  /** The path on this site to return to from the cashier; default if missing. */
  afterPayment: z.string().optional(),
  /** Success message for the page after a form's redirect, shown once. */
  flash: z.string().optional(),
});
type Contents = z.output<typeof contents>;

/** The visitor's state between requests, in a sealed, httpOnly cookie. */
export interface Session extends Readonly<Contents> {
  update(change: Partial<Omit<Contents, "device">>): void;
  /** Gives the device a new identifier and forgets its guest. */
  becomeNewDevice(): void;
  /** The Set-Cookie headers, none if nothing changed. The host calls it once per request. */
  commit(): readonly string[];
}

export interface SessionOptions {
  sealer: Sealer;
  /** Whether the visitor's connection is TLS, as far as the browser can see. */
  secure: boolean;
}

/**
 * Unregistered visitors have a cookie of a different name: if a new device opens two tabs at once, the late cookie of
 * one must not overwrite the guest that the other has been registered as.
 */
type CookieKind = "visitor" | "newcomer";

const cookieName = (kind: CookieKind, secure: boolean) => (secure ? `__Host-${kind}` : kind);

const brought = (kind: CookieKind, cookies: Cookies, secure: boolean) =>
  cookies[cookieName(kind, secure)];

/** Whether the request has a session cookie, valid or not; without one, a new one is set. */
export const hasSessionCookie = (cookies: Cookies, secure: boolean): boolean =>
  (brought("visitor", cookies, secure) ?? brought("newcomer", cookies, secure)) !== undefined;

/** Neither registered with the upstream nor signed out: a visitor without any rights of their own. */
export const isUnregistered = ({
  credentials,
  ended,
}: Partial<Pick<Session, "credentials" | "ended">>) => !credentials && !ended;

/**
 * The Set-Cookie header for a new visitor of a cached document. It holds an unsealed seed, because sealing would take a
 * third of the time of the whole answer.
 */
export const newVisitorCookie = (secure: boolean): string =>
  cookieOf("newcomer", randomUUID(), secure);

const seeds = z.uuid();

/** Whether the cookies alone show that the visitor is unregistered; false also where the session has to be opened. */
export function isSurelyUnregistered(cookies: Cookies, secure: boolean): boolean {
  if (brought("visitor", cookies, secure) !== undefined) return false;
  const newcomer = brought("newcomer", cookies, secure);
  return newcomer === undefined || seeds.safeParse(newcomer).success;
}

/** Derives a device from a seed with the site's secret, so that visitors can neither choose nor predict it. */
function deviceOf(seed: string, sealer: Sealer): string {
  const digits = sealer.derive("device", seed).toString("hex");
  const part = (from: number, to: number) => digits.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
}

/**
 * Opens the session from a request's cookies. The "visitor" cookie of a registered visitor takes precedence over
 * "newcomer", which holds a seed or a sealed session. Invalid cookies (tampered with, or sealed with a retired secret)
 * start a new session.
 */
export function openSession(cookies: Cookies, options: SessionOptions): Session {
  const { sealer, secure } = options;
  const visitor = brought("visitor", cookies, secure) ?? "";
  const newcomer = brought("newcomer", cookies, secure) ?? "";
  const known = unseal(visitor, sealer);
  const stored = known ?? unseal(newcomer, sealer);
  const seed = seeds.safeParse(newcomer).data ?? randomUUID();
  let changed = stored !== undefined && !sealer.isCurrent("session", known ? visitor : newcomer);
  let inBrowser = stored !== undefined || newcomer === seed;

  const session: Session = {
    ...(stored ?? { device: deviceOf(seed, sealer), accounts: [] }),
    update(change) {
      Object.assign(session, change);
      changed = true;
    },
    becomeNewDevice() {
      Object.assign(session, { device: randomUUID(), guest: undefined });
      changed = true;
    },
    commit() {
      if (inBrowser && !changed) return [];
      // JSON omits the methods
      const value = changed ? sealer.seal("session", JSON.stringify(session)) : seed;
      [inBrowser, changed] = [true, false];
      if (!known && isUnregistered(session)) return [cookieOf("newcomer", value, secure)];
      const cookie = cookieOf("visitor", value, secure);
      return newcomer ? [cookie, cookieWith("newcomer", secure, 0)] : [cookie];
    },
  };
  return session;
}

const cookieWith = (kind: CookieKind, secure: boolean, maxAge: number) =>
  stringifySetCookie({
    name: cookieName(kind, secure),
    value: "",
    httpOnly: true,
    sameSite: "lax",
    secure,
    path: "/",
    maxAge,
  });
const emptyCookies = (secure: boolean) => ({
  visitor: cookieWith("visitor", secure, MAX_AGE),
  newcomer: cookieWith("newcomer", secure, MAX_AGE),
});
const empty = { plain: emptyCookies(false), tls: emptyCookies(true) };

/** Inserts the value, which needs no escaping, into a prepared header, because cached documents need this to be fast. */
const cookieOf = (kind: CookieKind, value: string, secure: boolean) =>
  empty[secure ? "tls" : "plain"][kind].replace("=;", `=${value};`);

function unseal(value: string, sealer: Sealer): Contents | undefined {
  const text = sealer.open("session", value);
  if (!text) return undefined;
  try {
    return contents.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
