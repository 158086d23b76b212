import { randomUUID } from "node:crypto";
import { type Cookies, stringifySetCookie } from "cookie";
import { z } from "zod";
import type { Sealer } from "../secrets/seal.ts";

const MAX_AGE = 400 * 24 * 60 * 60;

const contents = z.object({
  device: z.uuid(),
  credentials: z.object({ token: z.string(), memberCode: z.string() }).optional(),
  /** Member code of this device's guest; after a login, `credentials` are another member's. */
  guest: z.string().optional(),
  /** If set, no guest is registered until the visitor logs in or continues as a guest. */
  ended: z
    .object({
      reason: z.enum(["expired", "elsewhere"]),
      ofGuest: z.boolean(),
      told: z.boolean(),
    })
    .optional(),
  invitation: z.object({ inviter: z.string() }).optional(),
  /** Accounts that have logged in on this device, in lower case, most recent first. */
  accounts: z.array(z.string()).default([]),
  /** In milliseconds since 1970; older records are hidden. */
  historyClearedAt: z.number().optional(),
  afterPayment: z.string().optional(),
  /** A message for the page after a form's redirect, shown once. */
  flash: z.string().optional(),
});
type Contents = z.output<typeof contents>;

/** The visitor's state between requests, in a sealed, httpOnly cookie. */
export interface Session extends Readonly<Contents> {
  update(change: Partial<Omit<Contents, "device">>): void;
  becomeNewDevice(): void;
  /** The Set-Cookie headers, none if nothing changed. The host calls it once per request. */
  commit(): readonly string[];
}

export interface SessionOptions {
  sealer: Sealer;
  secure: boolean;
}

/** Two names, so that the late cookie of an unregistered tab does not overwrite the guest of another tab. */
type CookieKind = "visitor" | "newcomer";

export const cookieName = (kind: string, secure: boolean) => (secure ? `__Host-${kind}` : kind);

/** A Set-Cookie header. @param maxAge in seconds */
export const setCookie = (kind: string, value: string, secure: boolean, maxAge: number) =>
  stringifySetCookie({
    ...{ name: cookieName(kind, secure), value, secure, maxAge },
    ...{ httpOnly: true, sameSite: "lax", path: "/" },
  });

const cookieFrom = (kind: CookieKind, cookies: Cookies, secure: boolean) =>
  cookies[cookieName(kind, secure)];

/** Whether there is a session cookie, valid or not. */
export const hasSessionCookie = (cookies: Cookies, secure: boolean): boolean =>
  (cookieFrom("visitor", cookies, secure) ?? cookieFrom("newcomer", cookies, secure)) !== undefined;

/** Neither registered nor signed out: such a visitor has no rights of their own. */
export const isUnregistered = ({
  credentials,
  ended,
}: Partial<Pick<Session, "credentials" | "ended">>) => !credentials && !ended;

/** Holds an unsealed seed, because sealing would take a third of the time of a cached document's answer. */
export const newVisitorCookie = (secure: boolean): string =>
  cookieOf("newcomer", randomUUID(), secure);

const seeds = z.uuid();

/** Looks only at the cookies: false if only opening the session could tell. */
export function isSurelyUnregistered(cookies: Cookies, secure: boolean): boolean {
  if (cookieFrom("visitor", cookies, secure) !== undefined) return false;
  const newcomer = cookieFrom("newcomer", cookies, secure);
  return newcomer === undefined || seeds.safeParse(newcomer).success;
}

/** Derived with the site's secret, so that visitors can neither choose nor predict the device. */
function deviceOf(seed: string, sealer: Sealer): string {
  const digits = sealer.derive("device", seed).toString("hex");
  const part = (from: number, to: number) => digits.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
}

/**
 * The cookie "visitor" takes precedence over "newcomer", which holds a seed or a sealed session. Invalid cookies
 * (tampered with, or sealed with a removed secret) start a new session.
 */
export function openSession(cookies: Cookies, options: SessionOptions): Session {
  const { sealer, secure } = options;
  const visitor = cookieFrom("visitor", cookies, secure) ?? "";
  const newcomer = cookieFrom("newcomer", cookies, secure) ?? "";
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
      const value = changed ? sealer.seal("session", JSON.stringify(session)) : seed;
      [inBrowser, changed] = [true, false];
      if (!known && isUnregistered(session)) return [cookieOf("newcomer", value, secure)];
      const cookie = cookieOf("visitor", value, secure);
      return newcomer ? [cookie, setCookie("newcomer", "", secure, 0)] : [cookie];
    },
  };
  return session;
}

const emptyCookies = (secure: boolean) => ({
  visitor: setCookie("visitor", "", secure, MAX_AGE),
  newcomer: setCookie("newcomer", "", secure, MAX_AGE),
});
const empty = { plain: emptyCookies(false), tls: emptyCookies(true) };

/** Inserts the value, which needs no escaping, into a prepared header, to keep cached documents fast. */
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
