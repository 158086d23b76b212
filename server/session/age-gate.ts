import { type Cookies, stringifySetCookie } from "cookie";

const YEAR = 365 * 24 * 60 * 60;
const CONFIRMED = "1";

/**
 * Whether a visitor has said to be of age. It is a confirmation and no protection, so the cookie is plain and
 * its own: whole documents may be cached apart by it without opening anybody's session.
 */
export interface AgeGateState {
  /** The page must ask before it shows anything. */
  readonly closed: boolean;
  /** The Set-Cookie header with which this browser is not asked again for a year. */
  confirm(): string;
}

export function readAgeGate(
  cookies: Cookies,
  { asked, secure }: { asked: boolean; secure: boolean },
): AgeGateState {
  const name = secure ? "__Host-adult" : "adult";
  return {
    closed: asked && cookies[name] !== CONFIRMED,
    confirm: () =>
      stringifySetCookie({
        name,
        value: CONFIRMED,
        httpOnly: true,
        sameSite: "lax",
        secure,
        path: "/",
        maxAge: YEAR,
      }),
  };
}
