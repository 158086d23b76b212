import type { Cookies } from "cookie";
import { readCookie, setCookie } from "./session.ts";

const CONFIRMED = "1";

/** No access control, so a plain cookie suffices; the page cache reads it without opening a session. */
export interface AgeGateState {
  readonly closed: boolean;
  /** Returns a Set-Cookie header that is valid for a year. */
  confirm(): string;
}

export const readAgeGate = (
  cookies: Cookies,
  { enabled, secure }: { enabled: boolean; secure: boolean },
): AgeGateState => ({
  closed: enabled && readCookie(cookies, "adult", secure) !== CONFIRMED,
  confirm: () => setCookie("adult", CONFIRMED, secure),
});
