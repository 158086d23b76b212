import { detectStalls } from "../telemetry/stall-detection.ts";
import { attachEngine } from "./attach-engine.ts";
import {
  AUTOMATIC_QUALITY,
  type Engine,
  type PlaybackFailure,
  type PlayerStream,
  type Quality,
} from "./engine.ts";
import { type HeldFrame, holdFrame } from "./held-frame.ts";
import { createPreviewGate } from "./preview-gate.ts";

export interface Preview {
  end: number;
  /** In seconds; 0 if unknown. */
  fullDuration: number;
}

/** The controls' state, without the time, which changes too often to render. */
export interface PlayerState {
  paused: boolean;
  ended: boolean;
  /** Playing or seeking without data. */
  waiting: boolean;
  failure: PlaybackFailure | undefined;
  qualities: readonly Quality[] | undefined;
  quality: number;
  /** In seconds, of the loaded stream and of the whole of which it is a preview; 0 while unknown. */
  loaded: number;
  full: number;
  preview: Preview | undefined;
  previewEnded: boolean;
}

export const idleState: PlayerState = {
  paused: true,
  ended: false,
  waiting: false,
  failure: undefined,
  qualities: undefined,
  quality: AUTOMATIC_QUALITY,
  loaded: 0,
  full: 0,
  preview: undefined,
  previewEnded: false,
};

export interface PlayerCallbacks {
  /** Whether a stream may play as soon as it is there. */
  mayStart(): boolean;
  hasAlternative(): boolean;
  /** The stream failed at that second; true if another source's will be loaded. */
  switchSource(seconds: number): boolean;
  /** The chosen quality's name, now or earlier. */
  qualityChoice: { read(): string; store(name: string): void };
}

const playbackEvents = [
  ...["play", "pause", "playing", "waiting", "seeking", "seeked"],
  ...["canplay", "loadstart", "ended", "emptied", "stalled", "durationchange"],
];

export function createPlayer(video: HTMLVideoElement, callbacks: PlayerCallbacks) {
  const { qualityChoice } = callbacks;
  const listeners = new Set<() => void>();
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let state = idleState;
  let engine: Engine | undefined;
  let current: PlayerStream | undefined;
  let position = 0;
  let errorCounts = { failovers: 0, errors: 0 };
  let held: HeldFrame | undefined;
  let playsOnceAttached = false;

  const releaseFrame = () => {
    held?.release();
    held = undefined;
  };
  const update = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const readVideo = () => {
    const { paused, ended } = video;
    if (held?.isReplaced()) releaseFrame();
    const active = !paused || video.seeking;
    const waiting = active && !ended && video.readyState < video.HAVE_FUTURE_DATA;
    const loaded = held?.duration ?? (Number.isFinite(video.duration) ? video.duration : 0);
    const now = { paused, ended, waiting, loaded };
    if (Object.entries(now).some(([name, value]) => state[name as keyof typeof now] !== value))
      update(now);
  };
  for (const event of playbackEvents) video.addEventListener(event, readVideo, { signal });

  /** If autoplay is blocked the video stays paused. */
  const play = () => void video.play().catch(readVideo);
  const duration = () => {
    const { loaded, full, preview } = state;
    return preview ? Math.max(loaded, full || preview.fullDuration) : loaded;
  };

  const fail = (failure: PlaybackFailure) => {
    if (!engine) return;
    position = video.currentTime || position;
    held ??= holdFrame(video, position, duration());
    engine.destroy();
    engine = undefined;
    const switched = failure === "failed" && callbacks.switchSource(position);
    if (switched) errorCounts.failovers += 1;
    else if (failure === "failed") errorCounts.errors += 1;
    if (switched) return;
    if (failure === "failed") releaseFrame();
    update({ failure });
  };
  const start = (stream: PlayerStream, startAt: number, autoplay = true) => {
    current = stream;
    position = startAt;
    playsOnceAttached = autoplay;
    engine?.destroy();
    update({
      failure: undefined,
      qualities: undefined,
      quality: AUTOMATIC_QUALITY,
      loaded: held?.duration ?? 0,
      full: 0,
      previewEnded: false,
    });
    engine = attachEngine(video, stream, startAt, {
      hasAlternative: callbacks.hasAlternative,
      onAttached() {
        playsOnceAttached = false;
        if (autoplay && callbacks.mayStart()) play();
      },
      onQualities(qualities) {
        update({ qualities });
        const chosen = qualities.find(({ name }) => name === qualityChoice.read());
        if (chosen) engine?.setQuality(chosen.id);
      },
      onFullDuration: (full) => update({ full }),
      onQuality: (quality) => update({ quality }),
      onFailed: fail,
    });
  };

  const previewGate = createPreviewGate(video, () => update({ previewEnded: true }), signal);
  const onStalled = () => {
    // without an alternative hls.js keeps retrying
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
    /** Plays a new stream from `startAt` seconds; for the current one only renews the address. */
    load(stream: PlayerStream, startAt = 0) {
      if (stream.key !== current?.key) {
        if (startAt !== held?.at) releaseFrame();
        return start(stream, startAt);
      }
      if (state.failure === "expired" && stream.src !== current.src) return start(stream, position);
      current = stream;
    },
    retry() {
      if (current) start(current, position);
    },
    /** Reloads the stream at the same second, under the last frame; after a purchase it may be longer. */
    reload() {
      if (!current) return;
      const at = video.currentTime || position;
      held ??= holdFrame(video, at, duration());
      start(current, at, playsOnceAttached || !video.paused || state.previewEnded);
    },
    setPreview(preview: Preview | undefined) {
      const { end, fullDuration } = state.preview ?? {};
      if (preview?.end === end && preview?.fullDuration === fullDuration) return;
      update({ preview, ...(!preview && { previewEnded: false }) });
      previewGate.setEnd(preview?.end);
    },
    /** In seconds; while the stream is reloaded, where it goes on. */
    time: () => held?.at ?? video.currentTime,
    acknowledge: () => update({ previewEnded: false }),
    /** The full duration in seconds, also of a preview; 0 while unknown. */
    duration,
    play,
    toggle() {
      if (video.paused) play();
      else video.pause();
    },
    seekTo(seconds: number) {
      const end = Math.min(duration(), state.preview?.end ?? Number.POSITIVE_INFINITY);
      video.currentTime = Math.min(Math.max(0, seconds), end);
      if (state.preview && seconds >= state.preview.end) update({ previewEnded: true });
    },
    setQuality(id: number) {
      engine?.setQuality(id);
      if (!state.previewEnded && !video.ended) play();
      qualityChoice.store(state.qualities?.find((quality) => quality.id === id)?.name ?? "");
    },
    takeErrorCounts() {
      const taken = errorCounts;
      errorCounts = { failovers: 0, errors: 0 };
      return taken;
    },
    destroy() {
      lifetime.abort();
      listeners.clear();
      releaseFrame();
      engine?.destroy();
    },
  };
}
export type Player = ReturnType<typeof createPlayer>;
