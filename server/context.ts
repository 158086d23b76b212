import type {} from "@remix-run/server-runtime";
import type { Cookies } from "cookie";
import type { Logger } from "pino";
import type { Contract, RecordInput } from "./contract/index.ts";
import { type Access, createAccess } from "./domain/access.ts";
import { type Ads, visibleAds } from "./domain/ads.ts";
import { createAttempt } from "./domain/attempt.ts";
import { type Depicted, toVideoCard, type VideoCardData } from "./domain/cards.ts";
import { createLists } from "./domain/lists.ts";
import { safeRedirectPath } from "./domain/own-path.ts";
import { createPayments, type Payments } from "./domain/payments.ts";
import { recordOf } from "./domain/records.ts";
import type { Site } from "./domain/site.ts";
import { createSoon } from "./domain/soon.ts";
import type { Streams } from "./media/streams.ts";
import { createUploads, type Uploads } from "./media/uploads.ts";
import type { WatchReport } from "./observers.ts";
import {
  createVisitorLimits,
  limitCalls,
  type VisitorLimits,
} from "./rate-limits/visitor-limits.ts";
import type { Services } from "./services.ts";
import { type AgeGateState, readAgeGate } from "./session/age-gate.ts";
import { type Cacheability, createCacheability } from "./session/document-note.ts";
import { createFlash, type Flash } from "./session/flash.ts";
import { inviterOf } from "./session/inviter.ts";
import { createMemberSession, type MemberSession } from "./session/member.ts";
import { anonymousSession, refuseVisitorData } from "./session/nobody.ts";
import { openSession, type Session } from "./session/session.ts";
import type { Client } from "./upstream-client/client.ts";

/** Everything that a loader or an action can reach. */
export type Context = Flash & {
  /** The upstream, as this visitor may use it: `context.api.video.detail(code)`. */
  api: Client<Contract>;
  session: Session;
  member: MemberSession;
  /** Paths under which the browser may ask for pictures and streams, and what answers them. */
  images: Services["images"];
  streams: Streams;
  /** How much of an episode this visitor may watch, and buying it. */
  access: Access;
  /** What the member's lists store of a video. */
  recordOf(code: string): Promise<RecordInput>;
  /** Orders, and the upstream's own cashier where they are paid. */
  payments: Payments;
  cashier: Services["cashier"];
  site: Site;
  /** The site's own origin, as visitors write it: for links that are handed on. */
  origin: string;
  /** Whether this visitor has confirmed to be of age. */
  ageGate: AgeGateState;
  /** A path of this site that a request may be sent on to: what is not one becomes the home page. */
  safeRedirectPath(wanted: string | null): string;
  /** The ads that the operator wants shown now. */
  ads(): Promise<Ads>;
  /** Videos as lists show them, each once, where it came first. */
  cards(videos: Depicted[]): VideoCardData[];
  /** Lists that grow by scrolling, and the ads among them. */
  lists: ReturnType<typeof createLists>;
  /** Gives the parts of a page a moment to arrive; what does not is streamed. */
  soon: ReturnType<typeof createSoon>["soon"];
  /** The same with more patience, for pages that are about one thing. */
  patiently: ReturnType<typeof createSoon>["patiently"];
  /** Does what the visitor asked for; a failure is an outcome that says what may be shown. */
  attempt: ReturnType<typeof createAttempt>;
  /** Pictures that the visitor sends. */
  uploads: Uploads;
  /** Under which the log tells of this request. */
  requestId: string;
  /** Tells operators how a video played, without saying which or for whom. */
  reportPlayback(report: WatchReport): Promise<void>;
  /** Tells the log what went wrong where no visitor can be told any more. */
  logError(error: unknown): void;
  /** How often this visitor may do things; `api` asks by itself. */
  limits: VisitorLimits;
  /** For inline scripts of this answer, by the content security policy. */
  nonce: string;
};

/** What the host knows of a request before anything else does. */
export interface Visit {
  log: Logger;
  requestId: string;
  cookies: Cookies;
  /** The Accept header. */
  accept: string;
  /** The visitor's way to this site, as far as proxies are believed. */
  url: URL;
  /** The visitor's network address, as far as proxies are believed; '' where it is not known. */
  address: string;
  nonce: string;
  /**
   * Set where the answer is made once for everybody: then nobody is visiting, `url` is the document's own address,
   * and the note says afterwards whether the document may be kept.
   */
  shared?: Cacheability;
}

export function createContext(services: Services, site: Site, visit: Visit): Context {
  const secure = visit.url.protocol === "https:";
  const note = visit.shared ?? createCacheability();
  const { pathname } = visit.url;
  const session = visit.shared
    ? anonymousSession(note, pathname)
    : openSession(visit.cookies, { sealer: services.sealer, secure });
  const inviter = visit.shared || session.credentials ? undefined : inviterOf(visit.url);
  if (inviter) session.update({ inviter });
  const { guests, loginLimits } = services;
  const attempt = createAttempt(visit.log);
  const limits = createVisitorLimits({
    tallies: services.tallies,
    visitor: () => session.device,
    address: visit.address,
    log: visit.log,
    onRefused: services.onRefused,
  });
  const member = createMemberSession({
    session,
    guests,
    images: services.images,
    api: () => api,
    attempt,
    limits,
    mayTry: (account) => loginLimits.attempt(account, visit.address),
    analyticsUrl: site.analyticsUrl,
  });
  // nobody's own document is made once for many: its visitors are limited by nothing they do
  const api = visit.shared
    ? services.connect(member)
    : limitCalls(services.connect(member), limits);
  const { images, boughtMark, purchases } = services;
  const access = createAccess({ api, member, boughtMark, purchases });
  // several parts of a page show ads: they are put together once
  let shown: Promise<Ads> | undefined;
  const ads = () => {
    shown ??= visibleAds(api, images);
    return shown;
  };
  const cards = (videos: Depicted[]) => unique(videos).map((video) => toVideoCard(video, images));
  return {
    api,
    session,
    member,
    images,
    streams: services.streamsFor(
      {
        get device() {
          return session.device;
        },
        get memberCode() {
          return session.credentials?.memberCode;
        },
        grantFor: access.grantFor,
      },
      (err, status) => visit.log.warn({ err, status }, "a stream failed"),
    ),
    access,
    recordOf: (code) => recordOf(api, code),
    uploads: createUploads(services.sealer, member, limits, () => api),
    payments: createPayments({
      api,
      member,
      orders: services.orders,
      places: services.places,
      attempt,
    }),
    cashier: services.cashier,
    site,
    get origin() {
      if (site.origin) return site.origin;
      return visit.shared ? refuseVisitorData(note, pathname) : visit.url.origin;
    },
    ageGate: readAgeGate(visit.cookies, { asked: site.ageGate, secure }),
    safeRedirectPath: (wanted) => safeRedirectPath(wanted, visit.url.origin),
    ads,
    cards,
    lists: createLists({ cards, ads, note }),
    ...createSoon(visit.log, note),
    ...createFlash({ accept: visit.accept, session, note }),
    attempt,
    requestId: visit.requestId,
    async reportPlayback(report) {
      await limits.take("quality");
      services.onWatched(report);
    },
    logError: (error) => visit.log.warn({ err: error }, "a page broke off"),
    limits,
    nonce: visit.nonce,
  };
}

const unique = (videos: Depicted[]) => [
  ...new Map(videos.map((video) => [video.code, video])).values(),
];

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends Context {}
  interface Future {
    v3_singleFetch: true;
  }
}
