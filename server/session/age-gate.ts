import type { Cookies } from "cookie";
import { cookieName, setCookie } from "./session.ts";

const YEAR = 365 * 24 * 60 * 60;
const CONFIRMED = "1";

/** No access control, so a plain cookie suffices; the page cache reads it without opening a session. */
export interface AgeGateState {
  readonly closed: boolean;
  /** Returns a Set-Cookie header that is valid for a year. */
  confirm(): string;
}

export function readAgeGate(
  cookies: Cookies,
  { enabled, secure }: { enabled: boolean; secure: boolean },
): AgeGateState {
  return {
    closed: enabled && cookies[cookieName("adult", secure)] !== CONFIRMED,
    confirm: () => setCookie("adult", CONFIRMED, secure, YEAR),
  };
}
