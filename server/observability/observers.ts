import type { RateLimitName } from "../rate-limits/limits.ts";
import type { CacheObserver } from "../upstream-client/cache.ts";
import type { CallObserver } from "../upstream-client/transport.ts";

/** Cached in memory or on disk, drawn, refused because the queue was full, or failed. */
export type PictureOutcome = "memory" | "disk" | "drawn" | "refused" | "failed";

/** How a document was for its visitor: largest paint and interaction in milliseconds, shift in thousandths. */
export type PageReport = { page: string } & Partial<
  Record<"lcp" | "inp" | "cls", number | undefined>
>;

/** Playback quality in a browser since the last report. Durations in milliseconds. */
export interface WatchReport {
  /** One of few values each: the page, the height of the picture, the place of the source. */
  page: string;
  quality: string;
  source: string;
  /** From the tap to the first moving picture; reported once per watch. */
  firstFrame?: number | undefined;
  stalls: number;
  stalled: number;
  /** Failed sources that were replaced by another. */
  failovers: number;
  /** How often the viewer saw a playback error. */
  errors: number;
  /** Of the media that were loaded, in kbit/s. */
  bitrate?: number | undefined;
  /** Pictures that should have been shown, and those of them that were not. */
  frames: number;
  dropped: number;
}

/** Callbacks for events in the site, so that its parts do not depend on the metrics. */
export interface Observers {
  /** After every upstream call. */
  onCall: CallObserver;
  /** Every lookup in the cache of public upstream answers, and every load. */
  onCached: CacheObserver;
  onPicture: (outcome: PictureOutcome) => void;
  /** Every event refused by a rate limit. */
  onRefused: (what: RateLimitName | "login" | "entry") => void;
  onWatched: (report: WatchReport) => void;
  onPageSeen: (report: PageReport) => void;
}
