import type Hls from "hls.js";
import { Events } from "hls.js";
import { AUTOMATIC_LEVEL, type Level, lowestWatchable } from "./levels.ts";

/** What a video of a feed may load: one that is neither shown nor the next one loads nothing more. */
export interface FeedLoading {
  part(): "shown" | "next" | "none";
}

/** In seconds: less than a segment, so that the first is all that is loaded. */
const FIRST_SEGMENT_ONLY = 0.1;
/** In seconds, and of the time that the last segment took to load: the next one is there in time. */
const LEAST_AHEAD = 1;
const SEGMENTS_IN_TIME = 1.5;

/**
 * Most videos of a feed are left after seconds, and what is loaded ahead was loaded in vain: the first segment is one of
 * the lowest quality, and the others come just in time.
 */
export function loadForFeed(
  hls: Hls,
  video: HTMLVideoElement,
  feed: FeedLoading,
  signal: AbortSignal,
) {
  let lastLoad = 0;
  const secondsAhead = () => Math.max(LEAST_AHEAD, SEGMENTS_IN_TIME * lastLoad);
  const follow = () => {
    const isShown = feed.part() === "shown";
    const ahead = isShown ? secondsAhead() : FIRST_SEGMENT_ONLY;
    Object.assign(hls.config, { maxBufferLength: ahead, maxMaxBufferLength: ahead });
    if (isShown && !hls.autoLevelEnabled) hls.loadLevel = AUTOMATIC_LEVEL;
  };
  const begin = (levels: readonly Level[]) => {
    // chosen, as hls.js would ask for the playlist of another quality as soon as it has measured the line
    if (feed.part() === "shown") hls.startLevel = lowestWatchable(levels);
    else hls.loadLevel = lowestWatchable(levels);
  };
  hls.config.maxBufferSize = 0;
  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => begin(levels));
  hls.on(Events.FRAG_LOADED, (_event, { frag }) => {
    const { start, end } = frag.stats.loading;
    lastLoad = (end - start) / 1_000;
    follow();
  });
  for (const event of ["play", "timeupdate"]) video.addEventListener(event, follow, { signal });
  follow();
}
