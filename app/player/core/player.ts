import { createListeners } from "../../device/create-store.ts";
import { restorePlayback } from "../../device/playback.ts";
import { whenIdle } from "../../ui/idle-part.tsx";
import { attachEngine, enginesFor } from "../engines/attach-engine.ts";
import { playsElsewhere, playsOn, whenWatched } from "../engines/background.ts";
import {
  AUTOMATIC_QUALITY,
  type Engine,
  type FailureCause,
  noFailover,
  type PlayerStream,
  type Quality,
} from "../engines/engine.ts";
import type { FeedLoading } from "../engines/feed-loading.ts";
import { followProgress } from "../telemetry/progress.ts";
import {
  detectStalls,
  measurePlayback,
  noFigures,
  sendPlaybackReport,
} from "../telemetry/telemetry.ts";
import { type HeldFrame, holdFrame } from "./held-frame.ts";
import { createPreviewGate, isUsedUp, type Preview } from "./preview-gate.ts";

export const idleState = {
  paused: true,
  ended: false,
  waiting: false, // playing or seeking without data
  failure: undefined as FailureCause | undefined,
  qualities: undefined as readonly Quality[] | undefined,
  quality: AUTOMATIC_QUALITY as number,
  loaded: 0,
  full: 0,
  preview: undefined as Preview | undefined,
  previewEnded: false,
};
export type PlayerState = typeof idleState;

export interface PlayerCallbacks {
  mayStart(): boolean;
  qualityChoice: { read(): string; store(name: string): void }; // name of the chosen quality
  feed?: FeedLoading;
}

const RENEWAL_MS = 30_000; // if the playlist's addresses expire again sooner, the stream has failed

const playbackEvents =
  "play pause playing waiting seeking seeked canplay loadstart ended emptied stalled durationchange ratechange volumechange";

export function createPlayer(video: HTMLVideoElement, callbacks: PlayerCallbacks) {
  const { notify, subscribe } = createListeners();
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let failover = noFailover;
  let state = idleState;
  let engine: Engine | undefined;
  let current: PlayerStream | undefined;
  let position = 0;
  const figures = noFigures();
  let held: HeldFrame | undefined;
  let playsOnceAttached = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let resumedAt = 0;
  const releaseFrame = () => {
    held?.release();
    held = undefined;
  };
  const update = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    notify();
  };
  const readVideo = () => {
    const { paused, ended, readyState, playbackRate } = video;
    if (held?.isReplaced()) releaseFrame();
    const active = !paused || video.seeking;
    const waiting = active && !ended && (readyState < video.HAVE_FUTURE_DATA || !playbackRate);
    const loaded = held?.duration ?? (Number.isFinite(video.duration) ? video.duration : 0);
    const now = { paused, ended, waiting, loaded };
    if (Object.entries(now).some(([name, value]) => state[name as keyof typeof now] !== value))
      state = { ...state, ...now };
    notify(); // also of the speed and the volume
  };
  for (const event of playbackEvents.split(" "))
    video.addEventListener(event, readVideo, { signal });
  restorePlayback(video);
  readVideo();
  const play = () => void video.play().catch(readVideo);
  const duration = () => {
    const { loaded, full, preview } = state;
    return preview ? Math.max(loaded, full || preview.fullDuration) : loaded;
  };

  const fail = (cause: FailureCause, mayBeExpired = false) => {
    if (!engine) return;
    position = video.currentTime || position;
    held ??= holdFrame(video, position, duration());
    engine.destroy();
    engine = undefined;
    if (mayBeExpired && current && performance.now() - renewedAt > RENEWAL_MS) {
      renewedAt = performance.now();
      return start(current, position);
    }
    if (failover.switchSource(position)) {
      figures.failovers += 1;
      return;
    }
    figures.errors += 1;
    releaseFrame();
    update({ failure: navigator.onLine ? cause : "disconnected" });
  };
  const start = (stream: PlayerStream, startAt: number, autoplay = true, quality?: string) => {
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
      hasAlternative: () => failover.hasAlternative(),
      feed: callbacks.feed,
      onAttached() {
        playsOnceAttached = false;
        readVideo();
        if (autoplay && callbacks.mayStart()) whenWatched(video, play);
      },
      onQualities(qualities) {
        update({ qualities });
        const wanted = quality ?? callbacks.qualityChoice.read();
        const chosen = qualities.find(({ name }) => name === wanted);
        if (chosen) engine?.setQuality(chosen.id);
      },
      onFullDuration: (full) => update({ full }),
      onQuality: (quality) => update({ quality }),
      onLoaded(bytes, seconds) {
        figures.bytes += bytes;
        figures.seconds += seconds;
        notify();
      },
      onFailed: fail,
    });
  };

  const setPreviewEnd = createPreviewGate(video, () => update({ previewEnded: true }), signal);
  const onStalled = () => {
    // without an alternative hls.js keeps retrying
    if (failover.hasAlternative() || current?.kind === "file") fail("slow");
  };
  detectStalls(video, () => (engine?.isLoaded() ? figures.bytes : undefined), onStalled, signal);
  const endStall = measurePlayback(video, figures, signal);
  const read = () => {
    endStall();
    return { ...figures, key: current?.key };
  };
  const report = async () => {
    const { reportPlayback } = await import("../telemetry/report.ts");
    reportPlayback(video, read, sendPlaybackReport, signal);
  };
  whenIdle(() => void report().catch(() => undefined));
  const progress = followProgress(video, duration, signal, callbacks.feed !== undefined);

  return {
    video,
    saveProgress: progress.save,
    /** @param next without it, only the same stream is retried */
    setFailover(next = noFailover) {
      failover = next;
    },
    state: () => state,
    stream: () => current,
    subscribe,
    /** @param resumed whether `startAt` was stored: a preview that is used up then restarts */
    load(stream: PlayerStream, startAt = 0, resumed = false) {
      if (stream.key === current?.key) return;
      if (startAt !== held?.at) releaseFrame();
      progress.begin(stream.key);
      resumedAt = resumed ? startAt : 0;
      start(stream, isUsedUp(state.preview, resumedAt) ? 0 : startAt);
    },
    /** @param quality the name of one for this stream only */
    retry: (quality?: string) => current && start(current, position, true, quality),
    hasAlternative: () => failover.hasAlternative(),
    switchSource: () => failover.switchSource(position),
    reload() {
      if (!current) return;
      const at = video.currentTime || position;
      held ??= holdFrame(video, at, duration());
      start(current, at, playsOnceAttached || !video.paused || video.ended || state.previewEnded);
    },
    setPreview(preview: Preview | undefined) {
      const now = state.preview;
      const at = Math.min(resumedAt, video.currentTime || resumedAt);
      if (!now && current && isUsedUp(preview, at)) start(current, 0);
      resumedAt = 0;
      if (preview?.end === now?.end && preview?.fullDuration === now?.fullDuration) return;
      update({ preview, ...(!preview && { previewEnded: false }) });
      setPreviewEnd(preview?.end);
    },
    time: () => held?.at ?? video.currentTime, // seconds; the resume position during a reload
    playsElsewhere: () => playsElsewhere(video),
    playsOn: () => playsOn(video), // even in the background
    engines: () => enginesFor(video),
    acknowledge: () => update({ previewEnded: false }),
    duration, // seconds of the whole video, even if only a preview loads; 0 while unknown
    /** Seconds up to which the media from now on is loaded; 0 if none is. */
    bufferedUntil() {
      const { buffered, currentTime } = video;
      for (let range = 0; range < buffered.length; range += 1) {
        const end = buffered.end(range);
        if (buffered.start(range) <= currentTime + 0.5 && currentTime < end) return end;
      }
      return 0;
    },
    play,
    toggle: () => (video.paused ? play() : video.pause()),
    seekTo(seconds: number) {
      const end = Math.min(duration(), state.preview?.end ?? Number.POSITIVE_INFINITY);
      video.currentTime = Math.min(Math.max(0, seconds), end);
      if (state.preview && seconds >= state.preview.end) update({ previewEnded: true });
    },
    /** `defaultPlaybackRate` survives new streams and long presses. */
    setSpeed(rate: number) {
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
    },
    setQuality(id: number) {
      engine?.setQuality(id);
      if (!state.previewEnded && !video.ended) play();
      callbacks.qualityChoice.store(state.qualities?.find((one) => one.id === id)?.name ?? "");
    },
    loadedBytes: () => figures.bytes, // since the page was opened; 0 if the browser loads natively
    destroy() {
      lifetime.abort();
      releaseFrame();
      engine?.destroy();
      engine = undefined;
    },
  };
}
export type Player = ReturnType<typeof createPlayer>;
