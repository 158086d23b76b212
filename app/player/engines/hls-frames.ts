import Hls, { Events, type Fragment, type HlsIFramesOnly } from "hls.js";
import { hlsConfig } from "./hls-engine.ts";

export interface Frames {
  seek(seconds: number): void; // done when the element has data and is not seeking
  destroy(): void;
}

/** Seconds: a seek into a gap between segments, or into the last frames before one, never ends. */
const FROM_START = 0.1;
const FROM_END = 0.25;

export function awayFromEdges(seconds: number, fragments: Pick<Fragment, "start" | "end">[]) {
  const fragment = fragments.find(({ end }) => seconds < end) ?? fragments.at(-1);
  if (!fragment) return seconds;
  const { start, end } = fragment;
  return Math.max(start + FROM_START, Math.min(seconds, end - FROM_END));
}

function pictureBefore(seconds: number, fragments: Pick<Fragment, "start" | "end">[]) {
  const fragment = fragments.find(({ end }) => seconds < end) ?? fragments.at(-1);
  return (fragment?.start ?? seconds) + FROM_START;
}

/** Loads I-frames if the stream has them, else segments of its lowest rendition, one at a time. */
export function loadFrames(video: HTMLVideoElement, src: string, onFailed: () => void): Frames {
  const hls = new Hls({
    ...hlsConfig(),
    enableWorker: false,
    autoStartLoad: false,
    capLevelToPlayerSize: false,
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
  // not MANIFEST_PARSED, where hls.js 1.7.4 does not know the I-frame playlists yet
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
    // before a backward seek hls.js 1.7.4 flushes the buffer and the end of stream, which a single frame needs
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
