import { randomUUID } from "node:crypto";
import { type Cookies, stringifySetCookie } from "cookie";
import { z } from "zod";
import type { Sealer } from "../seal.ts";

const MAX_AGE = 400 * 24 * 60 * 60;

const contents = z.object({
  /** The device's own identifier; the upstream knows its guest by it. */
  device: z.uuid(),
  credentials: z.object({ token: z.string(), memberCode: z.string() }).optional(),
  /** The code of the guest that this device is; a login may put another member into `credentials`. */
  guest: z.string().optional(),
  /** Why nobody is signed in any more. Nobody is registered until the visitor has chosen how to go on. */
  ended: z
    .object({
      reason: z.enum(["expired", "elsewhere"]),
      /** Whether it was the session of the device's own guest. */
      ofGuest: z.boolean(),
      /** Whether the visitor has seen it, so that pages that need no member are left in peace. */
      told: z.boolean(),
    })
    .optional(),
  /** By whose link this visitor came, until that was reported to the upstream. */
  invitation: z.object({ inviter: z.string() }).optional(),
  /** Names of accounts that this device has been in, in small letters, the last one first. */
  accounts: z.array(z.string()).default([]),
  /** When the browse history was cleared here, in milliseconds since 1970: older records are not shown. */
  historyClearedAt: z.number().optional(),
  /** The path of this site to which the cashier leads back; its own default where there is none. */
  afterPayment: z.string().optional(),
  /** What is said once about a form that went well, by the page that it redirects to. */
  flash: z.string().optional(),
});
type Contents = z.output<typeof contents>;

/** What the site knows of this visitor between requests; it lives in a sealed, httpOnly cookie. */
export interface Session extends Readonly<Contents> {
  update(change: Partial<Omit<Contents, "device">>): void;
  /** Gives the device a new identifier; the guest that it was stays behind. */
  becomeNewDevice(): void;
  /** The Set-Cookie headers, none when nothing changed. The host calls it once per request. */
  commit(): readonly string[];
}

export interface SessionOptions {
  sealer: Sealer;
  /** Whether the visitor's connection is TLS, as far as the browser can see. */
  secure: boolean;
}

/**
 * A visitor who is nobody yet has a cookie of its own name: two tabs that a new device opens at once each bring one, and
 * the later of them must not replace the guest for whom the other tab has been registered meanwhile.
 */
type CookieKind = "visitor" | "newcomer";

const cookieName = (kind: CookieKind, secure: boolean) => (secure ? `__Host-${kind}` : kind);

const brought = (kind: CookieKind, cookies: Cookies, secure: boolean) =>
  cookies[cookieName(kind, secure)];

/** Whether somebody comes with a session, unopened: who does not is given one. */
export const hasSessionCookie = (cookies: Cookies, secure: boolean): boolean =>
  (brought("visitor", cookies, secure) ?? brought("newcomer", cookies, secure)) !== undefined;

/** Nobody yet: registered nowhere, with no rights of their own. */
export const isNobodyYet = ({
  credentials,
  ended,
}: Partial<Pick<Session, "credentials" | "ended">>) => !credentials && !ended;

/**
 * The Set-Cookie header for somebody who comes without one, where nothing else needs a session. It holds a seed and is
 * not sealed yet, which would take a third of the time in which a cached document is answered.
 */
export const newVisitorCookie = (secure: boolean): string =>
  cookieOf("newcomer", randomUUID(), secure);

const seeds = z.uuid();

/** Of a session that is not opened: whether it certainly is one of somebody who is nobody yet. */
export function comesAsNobody(cookies: Cookies, secure: boolean): boolean {
  if (brought("visitor", cookies, secure) !== undefined) return false;
  const newcomer = brought("newcomer", cookies, secure);
  return newcomer === undefined || seeds.safeParse(newcomer).success;
}

/** A new visitor's device is derived with the site's secret: it can neither be chosen nor be told from its seed. */
function deviceOf(seed: string, sealer: Sealer): string {
  const digits = sealer.derive("device", seed).toString("hex");
  const part = (from: number, to: number) => digits.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
}

/**
 * Of the cookies that a visitor brings: a seed, or what was sealed once there was something to keep. Once somebody is or
 * was signed in, that counts alone. What is neither (tampered with, or sealed with a secret long gone) starts a new
 * visitor.
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
      // of the functions JSON keeps nothing
      const value = changed ? sealer.seal("session", JSON.stringify(session)) : seed;
      [inBrowser, changed] = [true, false];
      if (!known && isNobodyYet(session)) return [cookieOf("newcomer", value, secure)];
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

/** Puts the value into a header made before: cached documents carry one for each new visitor. It needs no escaping. */
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
