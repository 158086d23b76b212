import type { RateLimitName } from "./rate-limits/limits.ts";
import type { CacheObserver } from "./upstream-client/cache.ts";
import type { CallObserver } from "./upstream-client/transport.ts";

/** Cached in memory or on disk, drawn, turned away because too many waited, or not to be had. */
export type PictureOutcome = "memory" | "disk" | "drawn" | "refused" | "failed";

/** How a video played in a browser, since the last report. Durations in milliseconds. */
export interface WatchReport {
  /** From the tap to watch to the first picture that moves; reported once for each watch. */
  firstFrame?: number | undefined;
  stalls: number;
  stalled: number;
  /** Dead sources that another one took the place of. */
  failovers: number;
  /** Times that the viewer saw that nothing plays. */
  errors: number;
}

/** Called with what happens in the parts of the site; these know nothing of who observes them. */
export interface Observers {
  /** Every call to the upstream when it is over. */
  onCall: CallObserver;
  /** Every question to the cache of the upstream's public answers, and every load of it. */
  onCached: CacheObserver;
  onPicture: (outcome: PictureOutcome) => void;
  /** Something that a visitor did too often. */
  onRefused: (what: RateLimitName | "login" | "entry") => void;
  onWatched: (report: WatchReport) => void;
}
