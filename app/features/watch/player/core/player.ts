import { watchStalls } from "../telemetry/stall-detection.ts";
import {
  AUTOMATIC,
  attach,
  type Engine,
  type EngineHandlers,
  type Failure,
  type PlayerSource,
  type Quality,
} from "./engine.ts";
import { createGate } from "./preview-gate.ts";

/** A source with a name of its own: its address may be renewed while it stays the same source. */
export interface Playable extends PlayerSource {
  key: string;
}

/** What a member who has not paid may see. */
export interface Preview {
  /** In seconds. */
  ends: number;
  /** How long the whole runs, in seconds; 0 where that is not known. */
  whole: number;
}

/** What the controls show. The time is not in it: it changes too often to render a page for. */
export interface PlayerState {
  paused: boolean;
  /** Seen to its end. */
  ended: boolean;
  /** The viewer wants to see something and nothing moves. */
  waiting: boolean;
  failure: Failure | undefined;
  /** Undefined until the source has told. */
  qualities: readonly Quality[] | undefined;
  quality: number;
  preview: Preview | undefined;
  /** The preview is over, and the viewer is being told. */
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

/** What the player needs of the page that it is in. */
export interface Surroundings {
  /** Whether the same can be watched from elsewhere. */
  hasAlternative(): boolean;
  /** This source is dead, at that second; true when another one is about to be offered. */
  moveOn(seconds: number): boolean;
  /** The name of the quality that the viewer chose, this time or another. */
  quality: { wanted(): string; remember(name: string): void };
}

const playbackEvents = [
  ...["play", "pause", "playing", "waiting", "seeking", "seeked"],
  ...["canplay", "loadstart", "ended", "emptied", "stalled"],
];

/** Plays one source after the other on a video element that stays. */
export function createPlayer(video: HTMLVideoElement, surroundings: Surroundings) {
  const { quality: choice } = surroundings;
  const listeners = new Set<() => void>();
  const life = new AbortController();
  const { signal } = life;
  let state = idle;
  let engine: Engine | undefined;
  let current: Playable | undefined;
  let position = 0;
  let troubles = { failovers: 0, errors: 0 };

  const update = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const readVideo = () => {
    const wanted = !video.paused || video.seeking;
    const { paused, ended } = video;
    const waiting = wanted && !ended && video.readyState < video.HAVE_FUTURE_DATA;
    if (paused !== state.paused || ended !== state.ended || waiting !== state.waiting)
      update({ paused, ended, waiting });
  };
  for (const event of playbackEvents) video.addEventListener(event, readVideo, { signal });

  /** A browser that does not allow it leaves the video paused, with its play button. */
  const play = () => void video.play().catch(readVideo);
  const duration = () => {
    const loaded = Number.isFinite(video.duration) ? video.duration : 0;
    return Math.max(loaded, state.preview?.whole ?? 0);
  };

  const fail = (failure: Failure) => {
    if (!engine) return;
    position = video.currentTime || position;
    engine.destroy();
    engine = undefined;
    const movedOn = failure === "failed" && surroundings.moveOn(position);
    if (movedOn) troubles.failovers += 1;
    else if (failure === "failed") troubles.errors += 1;
    if (!movedOn) update({ failure });
  };
  const start = (source: Playable, at: number, playing = true) => {
    current = source;
    position = at;
    engine?.destroy();
    update({ failure: undefined, qualities: undefined, quality: AUTOMATIC, held: false });
    const handlers: EngineHandlers = {
      hasAlternative: surroundings.hasAlternative,
      onAttached: () => playing && play(),
      onQualities(qualities) {
        update({ qualities });
        const wanted = qualities.find(({ name }) => name === choice.wanted());
        if (wanted) engine?.setQuality(wanted.id);
      },
      onChoice: (quality) => update({ quality }),
      onFailed: fail,
    };
    engine = attach(video, source, at, handlers);
  };

  const gate = createGate(video, () => update({ held: true }), signal);
  watchStalls(
    video,
    () => {
      // hls.js tries on by itself as long as there is nowhere else to go
      if (surroundings.hasAlternative() || current?.kind === "file") fail("failed");
    },
    signal,
  );

  return {
    video,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Plays a source that is new, from second `at` on; of the one it plays already, it notes the new address. */
    offer(source: Playable, at = 0) {
      if (source.key !== current?.key) return start(source, at);
      if (state.failure === "expired" && source.src !== current.src) return start(source, position);
      current = source;
    },
    /** Starts again at the second where it failed. */
    retry() {
      if (current) start(current, position);
    },
    /** Asks for the stream once more, which may be a longer one now, and goes on at the same second. */
    reload() {
      if (current) start(current, video.currentTime || position, !video.paused || state.held);
    },
    /** Where a preview ends; undefined lets everything be seen. */
    limitTo(preview: Preview | undefined) {
      if (preview?.ends === state.preview?.ends && preview?.whole === state.preview?.whole) return;
      update({ preview, ...(!preview && { held: false }) });
      gate.moveTo(preview?.ends);
    },
    /** The viewer has read that the preview is over. */
    acknowledge: () => update({ held: false }),
    /** The whole length in seconds, also where only a preview of it is loaded; 0 while it is not known. */
    duration,
    toggle() {
      if (video.paused) play();
      else video.pause();
    },
    seekTo(seconds: number) {
      const end = Math.min(duration(), state.preview?.ends ?? Number.POSITIVE_INFINITY);
      video.currentTime = Math.min(Math.max(0, seconds), end);
      if (state.preview && seconds >= state.preview.ends) update({ held: true });
    },
    /** Whoever chooses a quality wants to see it. */
    setQuality(id: number) {
      engine?.setQuality(id);
      if (!state.held && !video.ended) play();
      choice.remember(state.qualities?.find((quality) => quality.id === id)?.name ?? "");
    },
    /** How often a source failed since this was last asked: replaced by another one, or for good. */
    takeTroubles() {
      const taken = troubles;
      troubles = { failovers: 0, errors: 0 };
      return taken;
    },
    destroy() {
      life.abort();
      listeners.clear();
      engine?.destroy();
    },
  };
}
export type Player = ReturnType<typeof createPlayer>;
