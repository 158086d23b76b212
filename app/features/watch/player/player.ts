import {
  AUTOMATIC,
  attach,
  type Engine,
  type EngineHandlers,
  type Failure,
  type PlayerSource,
  type Quality,
} from "./engine.ts";

/** A source with a name of its own: its address may be renewed while it stays the same source. */
export interface Playable extends PlayerSource {
  key: string;
}

/** What the controls show. The time is not in it: it changes too often to render a page for. */
export interface PlayerState {
  paused: boolean;
  /** The viewer wants to see something and nothing moves. */
  waiting: boolean;
  failure: Failure | undefined;
  qualities: readonly Quality[];
  quality: number;
}

export const idle: PlayerState = {
  paused: true,
  waiting: false,
  failure: undefined,
  qualities: [],
  quality: AUTOMATIC,
};

const playbackEvents = [
  ...["play", "pause", "playing", "waiting", "seeking", "seeked"],
  ...["canplay", "loadstart", "ended", "emptied", "stalled"],
];

/** Plays one source after the other on a video element that stays. */
export function createPlayer(video: HTMLVideoElement) {
  const listeners = new Set<() => void>();
  const life = new AbortController();
  let state = idle;
  let engine: Engine | undefined;
  let current: Playable | undefined;
  let position = 0;

  const update = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const readVideo = () => {
    const wanted = !video.paused || video.seeking;
    const waiting = wanted && !video.ended && video.readyState < video.HAVE_FUTURE_DATA;
    if (video.paused !== state.paused || waiting !== state.waiting)
      update({ paused: video.paused, waiting });
  };
  for (const event of playbackEvents)
    video.addEventListener(event, readVideo, { signal: life.signal });

  /** A browser that does not allow it leaves the video paused, with its play button. */
  const play = () => void video.play().catch(readVideo);

  const handlers: EngineHandlers = {
    onAttached: play,
    onQualities: (qualities) => update({ qualities }),
    onChoice: (quality) => update({ quality }),
    onFailed(failure) {
      position = video.currentTime || position;
      engine?.destroy();
      engine = undefined;
      update({ failure });
    },
  };
  const start = (source: Playable, at: number) => {
    current = source;
    position = at;
    engine?.destroy();
    update({ failure: undefined, qualities: [], quality: AUTOMATIC });
    engine = attach(video, source, at, handlers);
  };

  return {
    video,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Plays a source that is new; of the one it plays already, it notes the new address for when it needs it. */
    offer(source: Playable) {
      if (source.key !== current?.key) return start(source, 0);
      if (state.failure === "expired" && source.src !== current.src) return start(source, position);
      current = source;
    },
    /** Starts again at the second where it failed. */
    retry() {
      if (current) start(current, position);
    },
    toggle() {
      if (video.paused) play();
      else video.pause();
    },
    seekTo(seconds: number) {
      const end = Number.isFinite(video.duration) ? video.duration : 0;
      video.currentTime = Math.min(Math.max(0, seconds), end);
    },
    setQuality: (id: number) => engine?.setQuality(id),
    destroy() {
      life.abort();
      listeners.clear();
      engine?.destroy();
    },
  };
}
export type Player = ReturnType<typeof createPlayer>;
