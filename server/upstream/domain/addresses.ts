export const MAX_LOOPS = 60;

export const streamPath = (clip: string, loops: number) =>
  `/media/loop/${clip}/${loops}/master.m3u8`;

/** A stream of which only the first `SEGMENTS_BEFORE_FAILURE` segments exist. */
export const truncatedPath = (clip: string, loops: number) =>
  `/media/loop/${clip}/${loops}/torn/master.m3u8`;

/** Each lasts four seconds. */
export const SEGMENTS_BEFORE_FAILURE = 2;

export const missingPath = (clip: string, loops: number) =>
  `/media/loop/${clip}/${loops}/missing.m3u8`;

export const PLAIN_PATH = "/media/clips/plain.mp4";

export const TRACKS_PATH = "/media/tracks/master.m3u8";

export const coverPath = (scene: string, number: number) => `/covers/${scene}-${number}.svg`;

export const artPath = (file: string) => `/art/${file}`;

export function toAbsolute(pathOrUrl: string, origin: string): string {
  return pathOrUrl.startsWith("/") ? origin + pathOrUrl : pathOrUrl;
}

/** The upstream's own files are stored as paths. */
export function toRelative(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}
