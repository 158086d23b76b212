import type { WatchedVideo } from "../../../session/storage-schema.ts";
import { howFar } from "../../../session/storage-schema.ts";

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
  const { episode, seconds } = left;
  const far = howFar(left);
  return { episode, seconds: far === "under way" ? seconds : 0, seen: far === "seen" };
}
