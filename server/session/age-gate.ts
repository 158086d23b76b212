import { type Cookies, stringifySetCookie } from "cookie";

const YEAR = 365 * 24 * 60 * 60;
const CONFIRMED = "1";

/** No access control: a plain cookie, which the page cache reads without opening a session. */
export interface AgeGateState {
  readonly closed: boolean;
  /** The Set-Cookie header, valid for a year. */
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
