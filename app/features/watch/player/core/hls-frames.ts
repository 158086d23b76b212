import Hls, { Events, type Fragment } from "hls.js";
import { hlsConfig } from "./hls-engine.ts";

/** Frames of a stream in an element of their own. */
export interface Frames {
  /** The element has the frame when it has data and does not seek. */
  seek(seconds: number): void;
  destroy(): void;
}

/**
 * In seconds. Between segments that are loaded one by one there may be a gap of a frame or two, in which a seek never
 * ends; nor does it in the last frames before one, because browsers wait for several.
 */
const FROM_START = 0.1;
const FROM_END = 0.25;

/** @param fragments of the whole stream; none while its playlist is not there */
export function awayFromEdges(seconds: number, fragments: Pick<Fragment, "start" | "end">[]) {
  const fragment = fragments.find(({ end }) => seconds < end) ?? fragments.at(-1);
  if (!fragment) return seconds;
  const { start, end } = fragment;
  return Math.max(start + FROM_START, Math.min(seconds, end - FROM_END));
}

/** From the segments of the stream's lowest rendition, one at a time. */
export function loadFrames(video: HTMLVideoElement, src: string, onFailed: () => void): Frames {
  const hls = new Hls({
    ...hlsConfig(),
    enableWorker: false,
    autoStartLoad: false,
    capLevelToPlayerSize: false,
    // only the segment that the frame is in
    maxBufferLength: 1,
    maxMaxBufferLength: 1,
    maxBufferSize: 0,
  });
  let wanted = 0;
  let started = false;
  let fragments: Fragment[] = [];
  const seek = () => {
    video.currentTime = awayFromEdges(wanted, fragments);
  };
  hls.on(Events.MANIFEST_PARSED, () => {
    hls.attachMedia(video);
    hls.loadLevel = 0;
    hls.startLoad(wanted);
    seek();
    started = true;
  });
  hls.on(Events.LEVEL_LOADED, (_event, { details }) => {
    fragments = details.fragments;
    seek();
  });
  hls.on(Events.ERROR, (_event, { fatal }) => fatal && onFailed());
  hls.loadSource(src);
  return {
    seek(seconds) {
      wanted = seconds;
      if (started) seek();
    },
    destroy: () => hls.destroy(),
  };
}
