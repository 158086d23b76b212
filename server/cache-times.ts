/**
 * How long things are cached, for everything that the server caches or lets others cache. What is shared between
 * visitors is public data only; how long cookies live is in `server/session/`.
 */

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

/** Upstream answers that are the same for everybody (`server/upstream-client/cache.ts`), in milliseconds. */
export const upstreamAnswers = {
  /** Used without asking the upstream. */
  fresh: 15 * SECOND_MS,
  /** After that, used while one request renews it, or while the upstream is down. */
  stale: DAY_MS,
};

/** A member's list of which the upstream sends all at once, for its later pages, in milliseconds. */
export const memberLists = 60 * SECOND_MS;

/** Whole documents (`server/page-cache/`), pages, suggestions and previews' playlists, by the age of the last render, in milliseconds. */
export const documents = {
  /** Up to this age a document is sent as it is; */
  fresh: 5 * SECOND_MS,
  /** up to this age it is sent while a new one is rendered in the background; */
  renewedInBackground: 15 * SECOND_MS,
  /** then a visitor waits so long for the new one before the old one is sent; */
  patience: 300,
  /** and after this age it is not sent at all. The addresses in a playlist live longer. */
  expired: { page: DAY_MS, suggestions: HOUR_MS, playlist: HOUR_MS },
};

/** What browsers and proxies may cache: values of Cache-Control, whose `max-age` is in seconds. */
export const cacheControl = {
  /** Answers of which no route has said anything else: they belong to one visitor. */
  personal: "private, no-store",
  /** The same for a prefetch: the browser has it until the link is followed (and `answer.ts` says for which page). */
  prefetched: "private, max-age=10",
  /** Documents of the page cache: asked for again each time, which costs a 304 where nothing has changed. */
  document: "private, no-cache",
  /** Suggestions for a search term: a letter that is taken back and typed again asks nobody. */
  suggestions: "private, max-age=60",
  /** Files whose names hold the hash of their content. */
  immutable: "public, max-age=31536000, immutable",
  /** The same for what belongs to one visitor, as a member's picture. */
  privateImmutable: "private, max-age=31536000, immutable",
  /** Pieces of media, for as long as a stream's ticket is valid (`server/media/streams.ts`). */
  media: "private, max-age=21600",
  /** The first seconds of a preview: fetched when a card is tapped, and played a moment later. */
  beginning: "private, max-age=60",
  /** Other files of `public/`, and the web app's manifest. */
  file: "public, max-age=3600",
  /** The service worker: a browser compares it with a new version at each visit. */
  serviceWorker: "no-cache",
};

/** For how many seconds a browser that came by TLS stays with TLS. */
export const HSTS_SECONDS = 31_536_000;
