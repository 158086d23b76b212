import { detectStalls } from "../telemetry/stall-detection.ts";
import { attachEngine } from "./attach-engine.ts";
import {
  AUTOMATIC,
  type Engine,
  type PlaybackFailure,
  type PlayerStream,
  type Quality,
} from "./engine.ts";
import { createPreviewGate } from "./preview-gate.ts";

/** What a member who has not paid may see. */
export interface Preview {
  /** In seconds. */
  end: number;
  /** How long the whole video runs, in seconds; 0 where that is not known. */
  fullDuration: number;
}

/** What the controls show. The time is not in it: it changes too often to render for. */
export interface PlayerState {
  paused: boolean;
  /** Played to its end. */
  ended: boolean;
  /** The video is to play or seeks, and has no data. */
  waiting: boolean;
  failure: PlaybackFailure | undefined;
  /** Undefined until they are known. */
  qualities: readonly Quality[] | undefined;
  quality: number;
  preview: Preview | undefined;
  /** The preview is over, and the pay sheet is shown. */
  held: boolean;
}

export const idle: PlayerState = {
  paused: true,
  ended: false,
  waiting: false,
  failure: undefined,
  qualities: undefined,
  quality: AUTOMATIC,
  preview: undefined,
  held: false,
};

/** What the player asks of the page that it is in. */
export interface PlayerCallbacks {
  /** Whether another source has the same episode. */
  hasAlternative(): boolean;
  /** The stream is dead, at that second; true when one of another source is about to be loaded. */
  switchSource(seconds: number): boolean;
  /** The name of the quality that the viewer chose, now or on an earlier visit. */
  qualityChoice: { read(): string; store(name: string): void };
}

const playbackEvents = [
  ...["play", "pause", "playing", "waiting", "seeking", "seeked"],
  ...["canplay", "loadstart", "ended", "emptied", "stalled"],
];

/** Plays one stream after the other on the same video element. */
export function createPlayer(video: HTMLVideoElement, callbacks: PlayerCallbacks) {
  const { qualityChoice } = callbacks;
  const listeners = new Set<() => void>();
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let state = idle;
  let engine: Engine | undefined;
  let current: PlayerStream | undefined;
  let position = 0;
  let errorCounts = { failovers: 0, errors: 0 };

  const update = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const readVideo = () => {
    const { paused, ended } = video;
    const active = !paused || video.seeking;
    const waiting = active && !ended && video.readyState < video.HAVE_FUTURE_DATA;
    if (paused !== state.paused || ended !== state.ended || waiting !== state.waiting)
      update({ paused, ended, waiting });
  };
  for (const event of playbackEvents) video.addEventListener(event, readVideo, { signal });

  /** A browser that does not allow it leaves the video paused, with its play button. */
  const play = () => void video.play().catch(readVideo);
  const duration = () => {
    const loaded = Number.isFinite(video.duration) ? video.duration : 0;
    return Math.max(loaded, state.preview?.fullDuration ?? 0);
  };

  const fail = (failure: PlaybackFailure) => {
    if (!engine) return;
    position = video.currentTime || position;
    engine.destroy();
    engine = undefined;
    const switched = failure === "failed" && callbacks.switchSource(position);
    if (switched) errorCounts.failovers += 1;
    else if (failure === "failed") errorCounts.errors += 1;
    if (!switched) update({ failure });
  };
  const start = (stream: PlayerStream, startAt: number, autoplay = true) => {
    current = stream;
    position = startAt;
    engine?.destroy();
    update({ failure: undefined, qualities: undefined, quality: AUTOMATIC, held: false });
    engine = attachEngine(video, stream, startAt, {
      hasAlternative: callbacks.hasAlternative,
      onAttached: () => autoplay && play(),
      onQualities(qualities) {
        update({ qualities });
        const chosen = qualities.find(({ name }) => name === qualityChoice.read());
        if (chosen) engine?.setQuality(chosen.id);
      },
      onQuality: (quality) => update({ quality }),
      onFailed: fail,
    });
  };

  const previewGate = createPreviewGate(video, () => update({ held: true }), signal);
  const onStalled = () => {
    // without an alternative, hls.js goes on trying by itself
    if (callbacks.hasAlternative() || current?.kind === "file") fail("failed");
  };
  detectStalls(video, onStalled, signal);

  return {
    video,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Plays a new stream, from `startAt` seconds on; of the current one it takes over the renewed address. */
    load(stream: PlayerStream, startAt = 0) {
      if (stream.key !== current?.key) return start(stream, startAt);
      if (state.failure === "expired" && stream.src !== current.src) return start(stream, position);
      current = stream;
    },
    /** Starts again at the second where it failed. */
    retry() {
      if (current) start(current, position);
    },
    /** Requests the stream again, which may be a longer one after a purchase, and goes on at the same second. */
    reload() {
      if (current) start(current, video.currentTime || position, !video.paused || state.held);
    },
    /** Undefined lets the whole video be seen. */
    setPreview(preview: Preview | undefined) {
      const { end, fullDuration } = state.preview ?? {};
      if (preview?.end === end && preview?.fullDuration === fullDuration) return;
      update({ preview, ...(!preview && { held: false }) });
      previewGate.setEnd(preview?.end);
    },
    /** The viewer has closed the pay sheet. */
    acknowledge: () => update({ held: false }),
    /** The full duration in seconds, also where only a preview of it is loaded; 0 while it is not known. */
    duration,
    toggle() {
      if (video.paused) play();
      else video.pause();
    },
    seekTo(seconds: number) {
      const end = Math.min(duration(), state.preview?.end ?? Number.POSITIVE_INFINITY);
      video.currentTime = Math.min(Math.max(0, seconds), end);
      if (state.preview && seconds >= state.preview.end) update({ held: true });
    },
    /** Also plays: whoever chooses a quality wants to see it. */
    setQuality(id: number) {
      engine?.setQuality(id);
      if (!state.held && !video.ended) play();
      qualityChoice.store(state.qualities?.find((quality) => quality.id === id)?.name ?? "");
    },
    /** How many streams failed since the last call: replaced by another source's, or for good. */
    takeErrorCounts() {
      const taken = errorCounts;
      errorCounts = { failovers: 0, errors: 0 };
      return taken;
    },
    destroy() {
      lifetime.abort();
      listeners.clear();
      engine?.destroy();
    },
  };
}
export type Player = ReturnType<typeof createPlayer>;
