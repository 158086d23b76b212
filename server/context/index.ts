import type {} from "@remix-run/server-runtime";
import type { Logger } from "pino";
import type { Client } from "../api/client.ts";
import type { Contract } from "../contract/index.ts";
import { type Ads, visibleAds } from "./ads.ts";
import { type AgeGate, openAgeGate } from "./age-gate.ts";
import { createAttempt } from "./attempt.ts";
import { type Depicted, toVideoCard, type VideoCard } from "./cards.ts";
import { createLists } from "./lists.ts";
import { createMembership, type Membership } from "./member.ts";
import { ownPath } from "./own-path.ts";
import type { Services } from "./services.ts";
import { openSession, type Session } from "./session.ts";
import type { Site } from "./site.ts";
import { createSoon } from "./soon.ts";
import { preparePicture } from "./uploads.ts";

/** Everything that a loader or an action can reach. */
export type Context = {
  /** The upstream, as this visitor may use it: `context.api.video.detail(code)`. */
  api: Client<Contract>;
  session: Session;
  member: Membership;
  /** Paths under which the browser may ask for pictures and streams, and what answers them. */
  images: Services["images"];
  streams: Services["streams"];
  site: Site;
  /** The site's own origin, as visitors write it: for links that are handed on. */
  origin: string;
  /** Whether this visitor has confirmed to be of age. */
  ageGate: AgeGate;
  /** A path of this site that a request may be sent on to: what is not one becomes the home page. */
  ownPath(wanted: string | null): string;
  /** The ads that the operator wants shown now. */
  ads(): Promise<Ads>;
  /** Videos as lists show them, each once, where it came first. */
  cards(videos: Depicted[]): VideoCard[];
  /** Lists that grow by scrolling, and the ads among them. */
  lists: ReturnType<typeof createLists>;
  /** Gives the parts of a page a moment to arrive; what does not is streamed. */
  soon: ReturnType<typeof createSoon>["soon"];
  /** The same with more patience, for pages that are about one thing. */
  patiently: ReturnType<typeof createSoon>["patiently"];
  /** What came of something that the visitor wanted done, as an outcome that can be shown. */
  attempt: ReturnType<typeof createAttempt>;
  /** Checks a visitor's picture and draws it anew; throws what `attempt` turns into a message. */
  preparePicture: typeof preparePicture;
  /** For inline scripts of this answer, by the content security policy. */
  nonce: string;
};

/** What the host knows of a request before anything else does. */
export interface Visit {
  log: Logger;
  cookie: string | null;
  /** The visitor's way to this site, as far as proxies are believed. */
  url: URL;
  nonce: string;
}

export function createContext(services: Services, site: Site, visit: Visit): Context {
  const secure = visit.url.protocol === "https:";
  const session = openSession(visit.cookie, { sealer: services.sealer, secure });
  const member = createMembership(
    session,
    services.guests,
    services.images,
    () => api,
    site.analyticsUrl,
  );
  const api = services.connect(member);
  const { images } = services;
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
    streams: services.streams,
    site,
    origin: site.origin ?? visit.url.origin,
    ageGate: openAgeGate(visit.cookie, { asked: site.ageGate, secure }),
    ownPath: (wanted) => ownPath(wanted, visit.url.origin),
    ads,
    cards,
    lists: createLists({ cards, ads }),
    ...createSoon(visit.log),
    attempt: createAttempt(visit.log),
    preparePicture,
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
