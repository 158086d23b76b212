import type { Cookies } from "cookie";
import type { Logger } from "pino";
import { WITHOUT_SCRIPTS } from "../contract/rules.ts";
import type { Counters } from "../rate-limits/counters.ts";
import {
  createVisitorLimits,
  unlimited,
  type VisitorLimits,
} from "../rate-limits/visitor-limits.ts";
import type { Sealer } from "../seal.ts";
import { type AgeGateState, readAgeGate } from "./age-gate.ts";
import { anonymousSession, type Cacheability, createCacheability } from "./anonymous-session.ts";
import { inviterOf } from "./guests.ts";
import { hasSessionCookie, openSession, type Session } from "./session.ts";

/** What the host reads of a request. */
export interface VisitRequest {
  method: string;
  log: Logger;
  requestId: string;
  cookies: Cookies;
  accept: string;
  /** A page that is there whole, as the browser takes it; says so in the answer's headers. */
  encodeWhole: (page: Buffer, headers: Headers) => Buffer;
  /** The address that the visitor's browser shows, as far as proxies are trusted. */
  url: URL;
  /** The visitor's network address, as far as proxies are trusted; '' where it is not known. */
  address: string;
  /** For inline scripts of this answer, by the content security policy. */
  nonce: string;
}

/** One request and who makes it, before anything is asked of the upstream. */
export interface Visit extends VisitRequest {
  session: Session;
  limits: VisitorLimits;
  ageGate: AgeGateState;
  /**
   * Whatever needs a member may register this device: a form may, a page may not. Two pages that a new device opens at
   * once come with different cookies, and would make two guests.
   */
  mayRegister: boolean;
  /** Filled in while the answer is made: whether others may get it too. */
  cacheability: Cacheability;
  /** The answer is rendered once for everybody: nobody is visiting, and `url` is the document's own address. */
  anonymous: boolean;
}

/** What all visits of a site have in common. */
export interface VisitOptions {
  sealer: Sealer;
  counters: Counters;
  onRefused: Parameters<typeof createVisitorLimits>[0]["onRefused"];
  /** Whether first visits are asked for their age. */
  ageGate: boolean;
}

/** The visit of whoever sent the request. */
export function openVisit(request: VisitRequest, options: VisitOptions): Visit {
  const { cookies, url } = request;
  const secure = url.protocol === "https:";
  const session = openSession(cookies, { sealer: options.sealer, secure });
  const inviter = session.credentials ? undefined : inviterOf(url);
  if (inviter && inviter !== session.invitation?.inviter) {
    session.update({ invitation: { inviter } });
  }
  return visitWith(session, createCacheability(), false, request, options);
}

/** A visit by nobody in particular, for a document that many get. Asking it who is visiting throws. */
export function openAnonymousVisit(
  request: Omit<VisitRequest, "method" | "cookies" | "accept" | "address">,
  cacheability: Cacheability,
  options: VisitOptions & { asNobody: boolean },
): Visit {
  const session = anonymousSession(cacheability, request.url.pathname, options.asNobody);
  const anonymousRequest = { ...request, method: "GET", cookies: {}, accept: "", address: "" };
  return visitWith(session, cacheability, true, anonymousRequest, options);
}

function visitWith(
  session: Session,
  cacheability: Cacheability,
  anonymous: boolean,
  request: VisitRequest,
  { counters, onRefused, ageGate }: VisitOptions,
): Visit {
  const { method, cookies, url, log, address } = request;
  const limits = anonymous
    ? unlimited
    : createVisitorLimits({
        counters,
        visitor: () => session.device,
        address,
        log,
        ...(onRefused && { onRefused }),
      });
  const secure = url.protocol === "https:";
  const isPage = method === "GET" || method === "HEAD";
  return {
    ...request,
    session,
    limits,
    ageGate: readAgeGate(cookies, { asked: ageGate, secure }),
    mayRegister:
      !isPage || (url.searchParams.has(WITHOUT_SCRIPTS) && hasSessionCookie(cookies, secure)),
    cacheability,
    anonymous,
  };
}
