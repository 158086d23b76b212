import type {} from "@remix-run/server-runtime";
import type { Contract, RecordInput } from "./contract/index.ts";
import { type Access, createAccess } from "./domain/access.ts";
import { createAttempt } from "./domain/actions.ts";
import {
  type Ads,
  createLists,
  type Depicted,
  toVideoCard,
  type VideoCardData,
  visibleAds,
} from "./domain/cards.ts";
import { createSoon } from "./domain/deferred.ts";
import { createPayments, type Payments } from "./domain/payments.ts";
import type { Site } from "./domain/site.ts";
import { findVideo, recordOf } from "./domain/videos.ts";
import type { Streams } from "./media/streams.ts";
import { createUploads, type Uploads } from "./media/uploads.ts";
import type { WatchReport } from "./observers.ts";
import { limitCalls, type VisitorLimits } from "./rate-limits/visitor-limits.ts";
import type { Services } from "./services.ts";
import type { AgeGateState } from "./session/age-gate.ts";
import { refuseVisitorData } from "./session/anonymous-session.ts";
import { createMemberSession, type MemberSession } from "./session/member.ts";
import { createFlash, type Flash, safeRedirectPath } from "./session/redirects.ts";
import type { Session } from "./session/session.ts";
import type { Visit } from "./session/visit.ts";
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
  /** A video with its sources; null for one that does not exist. */
  findVideo(code: string): ReturnType<typeof findVideo>;
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
  /** The id that the log has of this request. */
  requestId: string;
  /** Tells operators how a video played, without saying which or for whom. */
  reportPlayback(report: WatchReport): Promise<void>;
  /** Logs an error that no response can show any more. */
  logError(error: unknown, message: string): void;
  /** How often this visitor may do things; `api` asks by itself. */
  limits: VisitorLimits;
  /** For inline scripts of this answer, by the content security policy. */
  nonce: string;
};

/** @param visit of whoever asks; a request has one context, or none where the page cache answers */
export function createContext(services: Services, site: Site, visit: Visit): Context {
  const { session, limits, cacheability } = visit;
  const { guests, loginLimits } = services;
  const attempt = createAttempt(visit.log);
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
  const calls = services.connect(member);
  // a render for many counts against nobody
  const api = visit.anonymous ? calls : limitCalls(calls, limits);
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
    findVideo: (code) => findVideo(api, code),
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
      return visit.anonymous
        ? refuseVisitorData(cacheability, visit.url.pathname)
        : visit.url.origin;
    },
    ageGate: visit.ageGate,
    safeRedirectPath: (wanted) => safeRedirectPath(wanted, visit.url.origin),
    ads,
    cards,
    lists: createLists({ cards, ads, note: cacheability }),
    ...createSoon(visit.log, cacheability),
    ...createFlash({ accept: visit.accept, session, note: cacheability }),
    attempt,
    requestId: visit.requestId,
    async reportPlayback(report) {
      await limits.take("quality");
      services.onWatched(report);
    },
    logError: (error, message) =>
      visit.log.warn({ err: error, pathname: visit.url.pathname }, message),
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
