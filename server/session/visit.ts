import type { Cookies } from "cookie";
import type { Logger } from "pino";
import { WITHOUT_SCRIPTS } from "../contract/rules.ts";
import { type Cacheability, createCacheability } from "../outcomes/defer-after.ts";
import type { Counters } from "../rate-limits/counters.ts";
import {
  createVisitorLimits,
  unlimited,
  type VisitorLimits,
} from "../rate-limits/visitor-limits.ts";
import type { Sealer } from "../secrets/seal.ts";
import type { Trace } from "../upstream-client/client.ts";
import { anonymousSession } from "./anonymous-session.ts";
import { inviterOf } from "./guests.ts";
import { type Choices, choicesIn, hasSessionCookie, openSession, type Session } from "./session.ts";

export interface VisitRequest {
  method: string;
  log: Logger;
  requestId: string;
  /** Sent to the upstream with every call. */
  trace: Trace;
  cookies: Cookies;
  accept: string;
  encodeWhole: (page: Buffer, headers: Headers) => Buffer;
  /** The address in the visitor's address bar, as far as proxies are trusted. */
  url: URL;
  /** The visitor's IP address, as far as proxies are trusted; '' if unknown. */
  address: string;
  nonce: string;
}

export interface Visit extends VisitRequest {
  session: Session;
  limits: VisitorLimits;
  choices: Choices;
  /** True for forms, not for pages: two pages that a new device opens at once would register two guests. */
  mayRegister: boolean;
  cacheability: Cacheability;
  /** True for a shared render, which has no visitor; `url` is then the document's address. */
  anonymous: boolean;
}

export interface VisitOptions {
  sealer: Sealer;
  counters: Counters;
  onRefused: Parameters<typeof createVisitorLimits>[0]["onRefused"];
  ageGate: boolean;
}

export function openVisit(request: VisitRequest, options: VisitOptions): Visit {
  const { method, cookies, url, log, address } = request;
  const { sealer, counters, onRefused, ageGate } = options;
  const secure = url.protocol === "https:";
  const session = openSession(cookies, { sealer, secure });
  const inviter = session.credentials ? undefined : inviterOf(url);
  if (inviter && inviter !== session.invitation?.inviter) {
    session.update({ invitation: { inviter } });
  }
  const isPage = method === "GET" || method === "HEAD";
  return {
    ...request,
    session,
    limits: createVisitorLimits({
      counters,
      address,
      log,
      onRefused,
      visitor: () => session.device,
    }),
    choices: choicesIn(cookies, secure, ageGate),
    mayRegister:
      !isPage || (url.searchParams.has(WITHOUT_SCRIPTS) && hasSessionCookie(cookies, secure)),
    cacheability: createCacheability(),
    anonymous: false,
  };
}

/** For shared renders: reading the session throws. */
export function openAnonymousVisit(
  request: Pick<VisitRequest, "url" | "nonce" | "requestId" | "encodeWhole" | "log">,
  { cacheability, choices }: Pick<Visit, "cacheability" | "choices">,
  forUnregistered: boolean,
): Visit {
  return {
    ...request,
    method: "GET",
    cookies: {},
    accept: "",
    address: "",
    trace: { "x-request-id": request.requestId },
    session: anonymousSession(cacheability, request.url.pathname, forUnregistered),
    limits: unlimited,
    choices,
    cacheability,
    mayRegister: false,
    anonymous: true,
  };
}
