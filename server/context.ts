import type {} from "@remix-run/server-runtime";
import { cacheControl } from "./cache-times.ts";
import { createAccess } from "./domain/access.ts";
import { type Ads, type CardInput, createLists, toVideoCard, visibleAds } from "./domain/cards.ts";
import { createFavourites } from "./domain/favourites.ts";
import { guardHiddenSection } from "./domain/hidden-section.ts";
import { createPayments } from "./domain/payments.ts";
import type { Site } from "./domain/site.ts";
import { findVideo, recordOf, savePlaybackPosition, streamAt } from "./domain/videos.ts";
import { formDataOf } from "./http/forms.ts";
import { plainPage } from "./http/refusals.ts";
import { createUploads } from "./media/uploads.ts";
import type { PageReport, WatchReport } from "./observability/observers.ts";
import { createAttempt } from "./outcomes/actions.ts";
import { createDefer } from "./outcomes/defer-after.ts";
import { limitCalls } from "./rate-limits/visitor-limits.ts";
import type { Services } from "./services.ts";
import { refuseVisitorData } from "./session/anonymous-session.ts";
import { createMemberSession } from "./session/member.ts";
import { createFlash, safeRedirectPath } from "./session/redirects.ts";
import { isUnregistered, setCookie } from "./session/session.ts";
import type { Visit } from "./session/visit.ts";

/** Everything that loaders and actions can use. */
export type Context = ReturnType<typeof createContext>;

/** Created once per request, unless the page cache answers it. */
export function createContext(services: Services, site: Site, visit: Visit) {
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
    // what is known of the request and of its visitor
    site,
    /** The site's public origin, for shared links. */
    get origin() {
      if (site.origin) return site.origin;
      return visit.anonymous
        ? refuseVisitorData(cacheability, visit.url.pathname)
        : visit.url.origin;
    },
    requestId: visit.requestId,
    cacheControl,
    nonce: visit.nonce,
    encodeWhole: visit.encodeWhole,
    plainPage,
    /** @throws {UnreadableFormError} */
    formDataOf,
    /** A path on this site is kept; anything else becomes the home page. */
    safeRedirectPath: (wanted: string | null) => safeRedirectPath(wanted, visit.url.origin),
    session,
    member,
    choices: visit.choices,
    confirmAge: () => setCookie("adult", "1", visit.url.protocol === "https:"),
    limits,

    // what pages show
    /** Calls the upstream as this visitor: `context.api.video.detail(code)`. */
    api,
    mayList,
    cards,
    lists: createLists({ cards, ads, cacheability }),
    favourites: createFavourites({
      api,
      credentials: member.credentials,
      lists: services.favouriteLists,
    }),
    ads,
    images,
    ...createDefer(visit.log, cacheability),

    // videos
    /** The video with its sources; null if it does not exist. */
    findVideo: (code: string) => findVideo(api, code),
    isOfHiddenSection: contains,
    recordOf: (code: string) => recordOf(api, code),
    access,
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
    savePlaybackPosition: (code: string, seconds: number) =>
      savePlaybackPosition(api, code, seconds),

    // what visitors change
    ...createFlash({ accept: visit.accept, session, cacheability }),
    attempt,
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

    // for the operators
    /** Reports a page's or a playback's figures, anonymously. */
    async reportFigures(report: WatchReport | PageReport) {
      await limits.take("quality");
      if ("quality" in report) services.onWatched(report);
      else services.onPageSeen(report);
    },
    /** Logs an error after the response has been sent. */
    logError: (error: unknown, message: string) =>
      visit.log.warn({ err: error, pathname: visit.url.pathname }, message),
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
