import { randomUUID } from "node:crypto";
import { type Cookies, stringifySetCookie } from "cookie";
import { z } from "zod";
import { COOKIE_DAYS } from "../contract/rules.ts";
import type { Sealer } from "../secrets/seal.ts";

type CookieName = keyof typeof COOKIE_DAYS;
const cookieNames = Object.keys(COOKIE_DAYS) as CookieName[];

const DAY = 24 * 60 * 60;

const nameFor = (name: CookieName, secure: boolean) => (secure ? `__Host-${name}` : name);

export const readCookie = (cookies: Cookies, name: CookieName, secure: boolean) =>
  cookies[nameFor(name, secure)];

/** A Set-Cookie header. @param maxAge in seconds; with 0 the browser removes the cookie */
export const setCookie = (
  name: CookieName,
  value: string,
  secure: boolean,
  maxAge = COOKIE_DAYS[name] * DAY,
) =>
  stringifySetCookie({
    ...{ name: nameFor(name, secure), value, secure, maxAge },
    ...{ httpOnly: true, sameSite: "lax", path: "/" },
  });

/** What plain cookies say, as it controls no access; the page cache reads them without opening a session. */
export const choicesIn = (cookies: Cookies, secure: boolean, asksAge: boolean) => ({
  ageGateClosed: asksAge && readCookie(cookies, "adult", secure) === undefined,
  blursCovers: readCookie(cookies, "blurred", secure) !== undefined,
});
export type Choices = ReturnType<typeof choicesIn>;

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
  /** The answer removes all cookies of this site, also those that others have set. */
  forget(): void;
  /**
   * The Set-Cookie headers, none if nothing changed. The host calls it once per request.
   * @param introduces whether a new visitor gets a cookie: not for a beacon of a page that was left to forget everything
   */
  commit(introduces?: boolean): readonly string[];
}

export interface SessionOptions {
  sealer: Sealer;
  secure: boolean;
}

/**
 * Whether there is a session cookie, valid or not. It has two names, so that the late cookie of an unregistered tab does
 * not overwrite the guest of another tab.
 */
export const hasSessionCookie = (cookies: Cookies, secure: boolean): boolean =>
  (readCookie(cookies, "visitor", secure) ?? readCookie(cookies, "newcomer", secure)) !== undefined;

/** Neither registered nor signed out: such a visitor has no rights of their own. */
export const isUnregistered = ({
  credentials,
  ended,
}: Partial<Pick<Session, "credentials" | "ended">>) => !credentials && !ended;

/** Holds an unsealed seed, because sealing would take a third of the time of a cached document's answer. */
export const newVisitorCookie = (secure: boolean): string =>
  setCookie("newcomer", randomUUID(), secure);

const seeds = z.uuid();

/** Looks only at the cookies: false if only opening the session could tell. */
export function isSurelyUnregistered(cookies: Cookies, secure: boolean): boolean {
  if (readCookie(cookies, "visitor", secure) !== undefined) return false;
  const newcomer = readCookie(cookies, "newcomer", secure);
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
  const visitor = readCookie(cookies, "visitor", secure) ?? "";
  const newcomer = readCookie(cookies, "newcomer", secure) ?? "";
  const known = unseal(visitor, sealer);
  const stored = known ?? unseal(newcomer, sealer);
  const seed = seeds.safeParse(newcomer).data ?? randomUUID();
  let changed = stored !== undefined && !sealer.isCurrent("session", known ? visitor : newcomer);
  let inBrowser = stored !== undefined || newcomer === seed;
  let forgotten = false;

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
    forget() {
      forgotten = true;
    },
    commit(introduces = true) {
      if (forgotten) return cookieNames.map((name) => setCookie(name, "", secure, 0));
      if (!changed && (inBrowser || !introduces)) return [];
      const value = changed ? sealer.seal("session", JSON.stringify(session)) : seed;
      [inBrowser, changed] = [true, false];
      if (!known && isUnregistered(session)) return [setCookie("newcomer", value, secure)];
      const cookie = setCookie("visitor", value, secure);
      return newcomer ? [cookie, setCookie("newcomer", "", secure, 0)] : [cookie];
    },
  };
  return session;
}

function unseal(value: string, sealer: Sealer): Contents | undefined {
  const text = sealer.open("session", value);
  if (!text) return undefined;
  try {
    return contents.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
