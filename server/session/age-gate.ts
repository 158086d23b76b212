import { type Cookies, stringifySetCookie } from "cookie";

const YEAR = 365 * 24 * 60 * 60;
const CONFIRMED = "1";

/**
 * Whether the visitor has confirmed to be of age. This is no access control, so a plain cookie suffices; a separate
 * one, so that the page cache can distinguish visitors without opening their sessions.
 */
export interface AgeGateState {
  /** The visitor has not confirmed yet: the page shows the gate. */
  readonly closed: boolean;
  /** The Set-Cookie header of a confirmation, valid for a year. */
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
