import type Hls from "hls.js";
import { Events } from "hls.js";
import { AUTOMATIC_LEVEL, type Level, lowestWatchable } from "./levels.ts";

export interface FeedLoading {
  role(): "shown" | "next" | "none";
}

const FIRST_SEGMENT_ONLY = 0.1; // seconds; less than a segment, so that only the first one loads
/** In seconds, and in load times of the last segment: enough for the next one to arrive in time. */
const MIN_AHEAD = 1;
const LOAD_TIMES_AHEAD = 1.5;

/** Most slides are left within seconds: the first segment has the lowest quality, and the others load just in time. */
export function loadForFeed(
  hls: Hls,
  video: HTMLVideoElement,
  feed: FeedLoading,
  signal: AbortSignal,
) {
  let lastLoad = 0;
  const secondsAhead = () => Math.max(MIN_AHEAD, LOAD_TIMES_AHEAD * lastLoad);
  const follow = () => {
    const isShown = feed.role() === "shown";
    const ahead = isShown ? secondsAhead() : FIRST_SEGMENT_ONLY;
    Object.assign(hls.config, { maxBufferLength: ahead, maxMaxBufferLength: ahead });
    if (isShown && !hls.autoLevelEnabled) hls.loadLevel = AUTOMATIC_LEVEL;
  };
  const begin = (levels: readonly Level[]) => {
    // set explicitly: hls.js would request another quality's playlist as soon as it has measured the bandwidth
    if (feed.role() === "shown") hls.startLevel = lowestWatchable(levels);
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
