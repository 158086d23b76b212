import type Hls from "hls.js";
import { Events } from "hls.js";
import { AUTOMATIC_LEVEL, type Level, lowestWatchable } from "./levels.ts";

export interface FeedLoading {
  part(): "shown" | "next" | "none";
}

const FIRST_SEGMENT_ONLY = 0.1; // seconds; less than a segment, so that only the first one loads
/** Seconds, and multiples of the last segment's load time: enough to get the next one in time. */
const MIN_AHEAD = 1;
const SEGMENTS_IN_TIME = 1.5;

/** Most slides are left after seconds: the first segment is of the lowest quality, the others load just in time. */
export function loadForFeed(
  hls: Hls,
  video: HTMLVideoElement,
  feed: FeedLoading,
  signal: AbortSignal,
) {
  let lastLoad = 0;
  const secondsAhead = () => Math.max(MIN_AHEAD, SEGMENTS_IN_TIME * lastLoad);
  const follow = () => {
    const isShown = feed.part() === "shown";
    const ahead = isShown ? secondsAhead() : FIRST_SEGMENT_ONLY;
    Object.assign(hls.config, { maxBufferLength: ahead, maxMaxBufferLength: ahead });
    if (isShown && !hls.autoLevelEnabled) hls.loadLevel = AUTOMATIC_LEVEL;
  };
  const begin = (levels: readonly Level[]) => {
    // set explicitly: hls.js would request another quality's playlist as soon as it has measured the bandwidth
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
