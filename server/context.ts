import type {} from "@remix-run/server-runtime";
import { cacheControl } from "./cache-times.ts";
import type { Contract, RecordInput } from "./contract/index.ts";
import { type Access, createAccess } from "./domain/access.ts";
import {
  type Ads,
  type CardInput,
  createLists,
  toVideoCard,
  type VideoCardData,
  visibleAds,
} from "./domain/cards.ts";
import { createFavourites, type MemberFavourites } from "./domain/favourites.ts";
import { guardHiddenSection, type HiddenSection } from "./domain/hidden-section.ts";
import { createPayments, type Payments } from "./domain/payments.ts";
import type { Site } from "./domain/site.ts";
import { findVideo, recordOf, savePlaybackPosition, streamAt } from "./domain/videos.ts";
import { formDataOf } from "./http/forms.ts";
import type { Streams } from "./media/streams.ts";
import { createUploads, type Uploads } from "./media/uploads.ts";
import type { PageReport, WatchReport } from "./observability/observers.ts";
import { createAttempt } from "./outcomes/actions.ts";
import { createDefer } from "./outcomes/defer-after.ts";
import { limitCalls, type VisitorLimits } from "./rate-limits/visitor-limits.ts";
import type { Services } from "./services.ts";
import type { AgeGateState } from "./session/age-gate.ts";
import { refuseVisitorData } from "./session/anonymous-session.ts";
import { createMemberSession, type MemberSession } from "./session/member.ts";
import { createFlash, type Flash, safeRedirectPath } from "./session/redirects.ts";
import { isUnregistered, type Session } from "./session/session.ts";
import type { Visit } from "./session/visit.ts";
import type { Client } from "./upstream-client/client.ts";

/** Everything that loaders and actions can use. */
export type Context = RequestFacts & Visitor & PageData & Videos & Writes & Reports;

type RequestFacts = {
  site: Site;
  /** The site's public origin, for shared links. */
  origin: string;
  requestId: string;
  cacheControl: typeof cacheControl;
  nonce: string;
  encodeWhole(page: Buffer, headers: Headers): Buffer;
  /** @throws {UnreadableFormError} */
  formDataOf(request: Request): Promise<FormData>;
  /** A path on this site is kept; anything else becomes the home page. */
  safeRedirectPath(wanted: string | null): string;
};

type Visitor = {
  session: Session;
  member: MemberSession;
  ageGate: AgeGateState;
  limits: VisitorLimits;
};

type PageData = ReturnType<typeof createDefer> & {
  /** Calls the upstream as this visitor: `context.api.video.detail(code)`. */
  api: Client<Contract>;
  mayList: HiddenSection["mayList"];
  cards(videos: CardInput[]): VideoCardData[];
  lists: ReturnType<typeof createLists>;
  favourites: MemberFavourites;
  ads(): Promise<Ads>;
  images: Services["images"];
};

type Videos = {
  /** The video with its sources; null if it does not exist. */
  findVideo(code: string): ReturnType<typeof findVideo>;
  isOfHiddenSection: HiddenSection["contains"];
  recordOf(code: string): Promise<RecordInput>;
  access: Access;
  streams: Streams;
  savePlaybackPosition(code: string, seconds: number): Promise<void>;
};

type Writes = Flash & {
  attempt: ReturnType<typeof createAttempt>;
  uploads: Uploads;
  payments: Payments;
  cashier: Services["cashier"];
};

type Reports = {
  /** Reports a page's or a playback's figures to the operators, anonymously. */
  reportFigures(report: WatchReport | PageReport): Promise<void>;
  /** Logs an error after the response has been sent. */
  logError(error: unknown, message: string): void;
};

/** Created once per request, unless the page cache answers it. */
export function createContext(services: Services, site: Site, visit: Visit): Context {
  const { session, limits, cacheability } = visit;
  const { guests, images, loginLimits, counters, boughtMark, purchases } = services;
  const attempt = createAttempt(visit.log);
  const member = createMemberSession({
    visit,
    guests,
    images,
    api: () => api,
    attempt,
    loginLimits,
    counters,
    analyticsUrl: site.analyticsUrl,
  });
  const { api, mayList, contains } = guardHiddenSection(
    services.connect(member, limitCalls(limits), visit.trace),
    async () => !isUnregistered(session) && member.mayEnterHiddenSection(),
    cacheability,
  );
  const access = createAccess({ api, session, member, boughtMark, purchases });
  // loaded once, because several parts of a page show ads
  let visible: Promise<Ads> | undefined;
  const ads = () => {
    visible ??= visibleAds(api, images);
    return visible;
  };
  const cards = (videos: CardInput[]) => unique(videos).map((video) => toVideoCard(video, images));
  return {
    api,
    mayList,
    session,
    member,
    images,
    streams: services.streamsFor(
      {
        get device() {
          return session.device;
        },
        address: visit.address,
        get memberCode() {
          return session.credentials?.memberCode;
        },
        grantFor: access.grantFor,
        commonGrant: access.commonGrant,
        streamAt: (place) => streamAt(api, place),
      },
      (err, status) => visit.log.warn({ err, status }, "a stream failed"),
    ),
    access,
    findVideo: (code) => findVideo(api, code),
    isOfHiddenSection: contains,
    recordOf: (code) => recordOf(api, code),
    savePlaybackPosition: (code, seconds) => savePlaybackPosition(api, code, seconds),
    uploads: createUploads(services.sealer, member, limits, () => api),
    payments: createPayments({
      api,
      member,
      orders: services.orders,
      origins: services.origins,
      sealer: services.sealer,
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
    formDataOf,
    safeRedirectPath: (wanted) => safeRedirectPath(wanted, visit.url.origin),
    ads,
    cards,
    favourites: createFavourites({
      api,
      credentials: member.credentials,
      lists: services.favouriteLists,
    }),
    lists: createLists({ cards, ads, cacheability }),
    ...createDefer(visit.log, cacheability),
    ...createFlash({ accept: visit.accept, session, cacheability }),
    attempt,
    requestId: visit.requestId,
    cacheControl,
    async reportFigures(report) {
      await limits.take("quality");
      if ("quality" in report) services.onWatched(report);
      else services.onPageSeen(report);
    },
    logError: (error, message) =>
      visit.log.warn({ err: error, pathname: visit.url.pathname }, message),
    limits,
    nonce: visit.nonce,
    encodeWhole: visit.encodeWhole,
  };
}

const unique = (videos: CardInput[]) => [
  ...new Map(videos.map((video) => [video.code, video])).values(),
];

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends Context {}
  interface Future {
    v3_singleFetch: true;
  }
}
