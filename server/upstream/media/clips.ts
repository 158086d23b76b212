/** A synthetic clip in `clips/<name>/`; its master playlist is `clips/<name>/master.m3u8`. */
export interface Clip {
  name: string;
  /** Exact length of picture and sound. */
  seconds: number;
}

/** The demo clips. `make-clips.ts` draws them, the seed gives them to videos. */
export const clips = [
  { name: "sea-sunset", seconds: 66 },
  { name: "aurora", seconds: 68 },
  { name: "dunes", seconds: 62 },
  { name: "night-sky", seconds: 72 },
  { name: "city-lights", seconds: 64 },
  { name: "test-card", seconds: 60 },
] as const satisfies readonly Clip[];

/** Name of one of the demo clips. */
export type ClipName = (typeof clips)[number]["name"];

/** One plain progressive file, for sources that are no playlist: `clips/plain.mp4`. */
export const plainClip: Clip = { name: "plain.mp4", seconds: 60 };
