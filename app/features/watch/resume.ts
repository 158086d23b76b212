import type { WatchedVideo } from "../../device/memories.ts";

/** In seconds: whoever saw less has not begun. */
const BEGUN = 3;
/** Whoever saw more has seen the end. */
const SEEN = 0.95;

/** Where to go on: the place of an episode in its channel, and the second in it. */
export interface Place {
  episode: number;
  seconds: number;
  /** Whether the episode was watched to its end. */
  seen: boolean;
}

/** Where a viewer left a video, or undefined for one that is to be seen from its beginning. */
export function placeOf(history: readonly WatchedVideo[], code: string): Place | undefined {
  const left = history.find((watched) => watched.code === code);
  if (!left) return undefined;
  const { episode, seconds, length } = left;
  const seen = length > 0 && seconds > length * SEEN;
  return { episode, seconds: seconds < BEGUN || seen ? 0 : seconds, seen };
}
