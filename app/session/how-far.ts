import type { WatchedVideo } from "./memories.ts";

/** In seconds: whoever saw less has not begun. */
const BEGUN = 3;
/** Whoever saw more has seen the end. */
const SEEN = 0.95;

/** How far a viewer got in the episode that they watched last. */
export function howFar({ seconds, length }: WatchedVideo): "not begun" | "under way" | "seen" {
  if (seconds < BEGUN) return "not begun";
  return length > 0 && seconds > length * SEEN ? "seen" : "under way";
}
