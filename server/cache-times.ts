/** All cache lifetimes in milliseconds. Only public data is shared between visitors. */

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

export const upstreamAnswers = {
  fresh: 15 * SECOND_MS,
  /** Up to this age, served while one request revalidates it, or while the upstream is down. */
  stale: DAY_MS,
};

/** A member's lists, which the upstream sends whole: kept to serve their later pages. */
export const memberLists = 60 * SECOND_MS;

/** The page cache (`server/page-cache/`): ages of pages, suggestions and preview playlists. */
export const documents = {
  fresh: 5 * SECOND_MS,
  /** Up to this age, served and rendered again in the background. */
  renewedInBackground: 15 * SECOND_MS,
  /** How long a request for an older document waits for the new render. */
  renderWait: 300,
  /** Never served beyond this age. The addresses in a playlist stay valid for longer. */
  expired: { page: DAY_MS, suggestions: HOUR_MS, playlist: HOUR_MS },
};

export const cacheControl = {
  /** The default: an answer belongs to one visitor. */
  personal: "private, no-store",
  /** Kept until the link is followed; `answer.ts` adds Vary, so that other pages do not use it. */
  prefetched: "private, max-age=10",
  /** Revalidated before each use: a 304 if unchanged. */
  document: "private, no-cache",
  suggestions: "private, max-age=60",
  /** For files with content hashes in their names. */
  immutable: "public, max-age=31536000, immutable",
  privateImmutable: "private, max-age=31536000, immutable",
  /** Segments: as long as a stream's ticket is valid (`server/media/streams.ts`). */
  media: "private, max-age=21600",
  beginning: "private, max-age=60",
  /** Other files of `public/`, and the web app's manifest. */
  file: "public, max-age=3600",
  /** Browsers check for a new version at each visit. */
  serviceWorker: "no-cache",
};

export const HSTS_SECONDS = 31_536_000;
