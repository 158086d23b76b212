/** Paths of the demo media, as the database keeps them; `media-routes.ts` serves them. */

/** The longest looped playlist: an hour and more. */
export const MAX_LOOPS = 60;

/** A clip played `loops` times in a row. */
export const streamPath = (clip: string, loops: number) =>
  `/media/loop/${clip}/${loops}/master.m3u8`;

/** The same, but its segments are missing after the first `TORN_SEGMENTS`. */
export const truncatedPath = (clip: string, loops: number) =>
  `/media/loop/${clip}/${loops}/torn/master.m3u8`;

/** Two of four seconds each. */
export const SEGMENTS_BEFORE_FAILURE = 2;

/** Where no playlist is, nor ever was. */
export const missingPath = (clip: string, loops: number) =>
  `/media/loop/${clip}/${loops}/missing.m3u8`;

/** A progressive file instead of a playlist. */
export const PLAIN_PATH = "/media/clips/plain.mp4";

/** A drawn cover; the same seed gives the same picture. */
export const coverPath = (scene: string, seed: number) => `/covers/${scene}-${seed}.svg`;

export const artPath = (file: string) => `/art/${file}`;
