import Hls, { Events, type Fragment, type HlsIFramesOnly } from "hls.js";
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

/** An I-frame stands for the time until the next one. */
function pictureBefore(seconds: number, fragments: Pick<Fragment, "start" | "end">[]) {
  const fragment = fragments.find(({ end }) => seconds < end) ?? fragments.at(-1);
  return (fragment?.start ?? seconds) + FROM_START;
}

/** From the stream's pictures alone where it has them, else from the segments of its lowest rendition, one at a time. */
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
  let pictures: HlsIFramesOnly | null = null;
  const seek = () => {
    if (!started) return;
    if (!pictures) video.currentTime = awayFromEdges(wanted, fragments);
    else if (fragments.length > 0) pictures.loadMediaAt(pictureBefore(wanted, fragments));
  };
  // not MANIFEST_PARSED, when hls.js 1.7.4 cannot tell yet what I-frames there are
  hls.on(Events.MANIFEST_LOADED, () => {
    pictures = hls.createIFramePlayer({ capLevelToPlayerSize: false, startLevel: 0 });
    const player = pictures ?? hls;
    player.on(Events.MEDIA_ATTACHED, () => {
      started = true;
      seek();
    });
    player.on(Events.LEVEL_UPDATED, (_event, { details }) => {
      fragments = details.fragments;
      seek();
    });
    player.attachMedia(video);
    player.loadLevel = 0;
    player.startLoad(wanted);
    pictures?.on(Events.ERROR, (_event, { fatal }) => fatal && onFailed());
    // before a seek back it takes away what lies behind, and with that the end of the stream that a lone picture needs (1.7.4)
    pictures?.on(Events.BUFFER_FLUSHED, seek);
  });
  hls.on(Events.ERROR, (_event, { fatal }) => fatal && onFailed());
  hls.loadSource(src);
  return {
    seek(seconds) {
      wanted = seconds;
      seek();
    },
    destroy: () => hls.destroy(),
  };
}
