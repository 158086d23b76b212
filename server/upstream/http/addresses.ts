import type { SceneName } from "../media/demo-media.ts";

/** Paths of the demo media, as the database stores them; `media-routes.ts` serves them. */

/** The longest looped playlist: an hour and more. */
export const MAX_LOOPS = 60;

/** A clip played `loops` times in a row. */
export const streamPath = (clip: string, loops: number) =>
  `/media/loop/${clip}/${loops}/master.m3u8`;

/** The same, but its segments are missing after the first `SEGMENTS_BEFORE_FAILURE`. */
export const truncatedPath = (clip: string, loops: number) =>
  `/media/loop/${clip}/${loops}/torn/master.m3u8`;

/** Two of four seconds each. */
export const SEGMENTS_BEFORE_FAILURE = 2;

/** Where no playlist is, nor ever was. */
export const missingPath = (clip: string, loops: number) =>
  `/media/loop/${clip}/${loops}/missing.m3u8`;

/** A progressive file instead of a playlist. */
export const PLAIN_PATH = "/media/clips/plain.mp4";

export const TRACKS_PATH = "/media/tracks/master.m3u8";

/** @param number the video's code */
export const coverPath = (scene: SceneName, number: number) => `/covers/${scene}-${number}.svg`;

export const artPath = (file: string) => `/art/${file}`;

/** An address as answers carry it: absolute. Our own files are stored as paths; '' stays ''. */
export function absolute(pathOrUrl: string, origin: string): string {
  return pathOrUrl.startsWith("/") ? origin + pathOrUrl : pathOrUrl;
}

/** The reverse, for addresses that come back from callers: a file of this upstream is stored as its path. */
export function relative(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}
