/**
 * All cache lifetimes, of the server's caches and of HTTP caching. Only public data is shared between visitors;
 * cookies' lifetimes are in `server/session/`.
 */

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

/** Public upstream answers (`server/upstream-client/cache.ts`), in milliseconds. */
export const upstreamAnswers = {
  /** Served without calling the upstream. */
  fresh: 15 * SECOND_MS,
  /** After that, served while one request revalidates it, or while the upstream is down. */
  stale: DAY_MS,
};

/** Members' lists that the upstream sends as a whole, for later pages, in milliseconds. */
export const memberLists = 60 * SECOND_MS;

/** The page cache (`server/page-cache/`): pages, suggestions and preview playlists, by age in milliseconds. */
export const documents = {
  /** Up to this age, served as it is. */
  fresh: 5 * SECOND_MS,
  /** Up to this age, served and re-rendered in the background. */
  renewedInBackground: 15 * SECOND_MS,
  /** Older ones: how long a request waits for the new render before the old document is served. */
  patience: 300,
  /** Never served beyond this age. Addresses in a playlist are valid for longer. */
  expired: { page: DAY_MS, suggestions: HOUR_MS, playlist: HOUR_MS },
};

export const cacheControl = {
  /** Default: answers belong to one visitor. */
  personal: "private, no-store",
  /** For a prefetch: cached until the link is followed (for one page only: `answer.ts` adds Vary). */
  prefetched: "private, max-age=10",
  /** Documents of the page cache: revalidated each time, a 304 if unchanged. */
  document: "private, no-cache",
  /** Search suggestions: correcting a character does not repeat a request. */
  suggestions: "private, max-age=60",
  /** Files with content hashes in their names. */
  immutable: "public, max-age=31536000, immutable",
  /** The same for one visitor's content, such as a member's picture. */
  privateImmutable: "private, max-age=31536000, immutable",
  /** Segments, for as long as a stream's ticket is valid (`server/media/streams.ts`). */
  media: "private, max-age=21600",
  /** The first seconds of a preview: fetched when a card is pressed, played a moment later. */
  beginning: "private, max-age=60",
  /** Other files of `public/`, and the web app's manifest. */
  file: "public, max-age=3600",
  /** The service worker: browsers check for a new version at each visit. */
  serviceWorker: "no-cache",
};

export const HSTS_SECONDS = 31_536_000;
