import type {} from "@remix-run/server-runtime";
import { cacheControl } from "./cache-times.ts";
import type { Contract, RecordInput } from "./contract/index.ts";
import { type Access, createAccess } from "./domain/access.ts";
import { createAttempt } from "./domain/actions.ts";
import {
  type Ads,
  type CardInput,
  createLists,
  toVideoCard,
  type VideoCardData,
  visibleAds,
} from "./domain/cards.ts";
import { createDefer } from "./domain/defer-after.ts";
import { createFavourites, type MemberFavourites } from "./domain/favourites.ts";
import { guardHiddenSection, type HiddenSection } from "./domain/hidden-section.ts";
import { createPayments, type Payments } from "./domain/payments.ts";
import type { Site } from "./domain/site.ts";
import { findVideo, recordOf, savePlaybackPosition, streamAt } from "./domain/videos.ts";
import { formDataOf } from "./http/forms.ts";
import type { Streams } from "./media/streams.ts";
import { createUploads, type Uploads } from "./media/uploads.ts";
import type { WatchReport } from "./observers.ts";
import { limitCalls, type VisitorLimits } from "./rate-limits/visitor-limits.ts";
import type { Services } from "./services.ts";
import type { AgeGateState } from "./session/age-gate.ts";
import { refuseVisitorData } from "./session/anonymous-session.ts";
import { createMemberSession, type MemberSession } from "./session/member.ts";
import { createFlash, type Flash, safeRedirectPath } from "./session/redirects.ts";
import { isNobodyYet, type Session } from "./session/session.ts";
import type { Visit } from "./session/visit.ts";
import type { Client } from "./upstream-client/client.ts";

/** Everything that a loader or an action can reach. */
export type Context = RequestFacts & Visitor & PageData & Videos & Writes & Reports;

type RequestFacts = {
  site: Site;
  /** The site's own origin, as visitors write it: for links that are handed on. */
  origin: string;
  /** The id that the log has of this request. */
  requestId: string;
  /** What browsers and proxies may cache, for how long. */
  cacheControl: typeof cacheControl;
  /** For inline scripts of this answer, by the content security policy. */
  nonce: string;
  /** A page that is there whole, as its visitor's browser takes it; says so in the answer's headers. */
  encodeWhole(page: Buffer, headers: Headers): Buffer;
  /**
   * The form that an action was sent.
   * @throws {UnreadableFormError}
   */
  formDataOf(request: Request): Promise<FormData>;
  /** A path of this site that a request may be sent on to: what is not one becomes the home page. */
  safeRedirectPath(wanted: string | null): string;
};

type Visitor = {
  session: Session;
  member: MemberSession;
  /** Whether this visitor has confirmed to be of age. */
  ageGate: AgeGateState;
  /** How often this visitor may do things; `api` asks by itself. */
  limits: VisitorLimits;
};

type PageData = ReturnType<typeof createDefer> & {
  /** The upstream, as this visitor may use it: `context.api.video.detail(code)`. */
  api: Client<Contract>;
  /** Whether this visitor may see lists by these codes. */
  mayList: HiddenSection["mayList"];
  /** Videos as lists show them, each once, where it came first. */
  cards(videos: CardInput[]): VideoCardData[];
  /** Lists that grow by scrolling, and the ads among them. */
  lists: ReturnType<typeof createLists>;
  /** The member's favourites, for lists that show them page by page. */
  favourites: MemberFavourites;
  /** The ads that the operator wants shown now. */
  ads(): Promise<Ads>;
  /** Addresses under which the browser may ask for pictures, and what answers them. */
  images: Services["images"];
};

type Videos = {
  /** A video with its sources; null for one that does not exist. */
  findVideo(code: string): ReturnType<typeof findVideo>;
  /** Whether a video belongs to the hidden section, whoever is visiting. */
  isOfHiddenSection: HiddenSection["holds"];
  /** What the member's lists store of a video. */
  recordOf(code: string): Promise<RecordInput>;
  /** How much of an episode this visitor may watch, and buying it. */
  access: Access;
  /** Addresses under which players ask for streams, and what answers them. */
  streams: Streams;
  /** Saves the second of a video that the visitor reached, where the upstream is there. */
  savePlaybackPosition(code: string, seconds: number): Promise<void>;
};

type Writes = Flash & {
  /** Does what the visitor asked for; a failure is an outcome that says what may be shown. */
  attempt: ReturnType<typeof createAttempt>;
  /** Pictures that the visitor sends. */
  uploads: Uploads;
  /** Orders that this visitor makes. */
  payments: Payments;
  /** The upstream's own cashier, where orders are paid. */
  cashier: Services["cashier"];
};

type Reports = {
  /** Reports to operators how a video played, without saying which or for whom. */
  reportPlayback(report: WatchReport): Promise<void>;
  /** Logs an error that no response can show any more. */
  logError(error: unknown, message: string): void;
};

/** @param visit of whoever asks; a request has one context, or none where the page cache answers */
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
  const { api, mayList, holds } = guardHiddenSection(
    services.connect(member, limitCalls(limits)),
    async () => !isNobodyYet(session) && member.mayEnterHiddenSection(),
    cacheability,
  );
  const access = createAccess({ api, session, member, boughtMark, purchases });
  // several parts of a page show ads: they are put together once
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
    isOfHiddenSection: holds,
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
    async reportPlayback(report) {
      await limits.take("quality");
      services.onWatched(report);
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
