import { texts } from "../../../../texts/index.ts";

/** A stream as the player takes it: `hls` is a playlist, `file` something the browser plays by itself. */
export interface PlayerStream {
  /** Stays the same when the address is renewed. */
  key: string;
  src: string;
  kind: "hls" | "file";
}

/** A resolution that the viewer may choose. */
export interface Quality {
  id: number;
  name: string;
}

/** The quality that follows the bandwidth. */
export const AUTOMATIC = -1;

/** Why a stream was given up; an expired one needs a new address. */
export type PlaybackFailure = "failed" | "expired";

interface EngineCallbacks {
  /** Whether another source has the same episode: then a dead one is given up sooner. */
  hasAlternative(): boolean;
  /** The element has its source: from here on `play()` may be called. */
  onAttached(): void;
  onQualities(qualities: Quality[]): void;
  /** The quality in force, which an error may have changed. */
  onQuality(id: number): void;
  /** Called once; the engine is of no use afterwards. */
  onFailed(failure: PlaybackFailure): void;
}

/** Plays one stream on a video element, which outlives it. */
export interface Engine {
  setQuality(id: number): void;
  /** Takes the source off the element and frees everything. */
  destroy(): void;
}

/** Puts a stream on a video element, to begin at `startAt` seconds. */
export type StartEngine = (
  video: HTMLVideoElement,
  stream: PlayerStream,
  startAt: number,
  callbacks: EngineCallbacks,
) => Engine;

/** The browser's own playing of files, and of HLS where it can. */
export const playNatively: StartEngine = (video, { src }, startAt, callbacks) => {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  video.addEventListener("error", () => callbacks.onFailed("failed"), { signal, once: true });
  if (startAt > 0) {
    const seek = () => {
      video.currentTime = startAt;
    };
    video.addEventListener("loadedmetadata", seek, { signal, once: true });
  }
  callbacks.onQualities([]);
  video.preload = "metadata";
  video.src = src;
  callbacks.onAttached();
  return {
    setQuality: () => undefined,
    destroy() {
      lifetime.abort();
      video.removeAttribute("src");
      video.load();
    },
  };
};

/** One resolution of a stream; `height` is 0 where the stream does not say it. */
export interface Level {
  height: number;
}

/**
 * The names of a stream's qualities, given from the lowest bandwidth to the highest: the first is the original, the
 * highest of three or more is ultra clear, what lies between is high definition. Several of those are distinguished
 * by their resolution, or by a number where the stream does not say it.
 */
export function qualityNames(levels: readonly Level[]): string[] {
  const { original, high, ultra } = texts.player;
  const middle = levels.slice(1, levels.length > 2 ? -1 : undefined);
  const heights = new Set(middle.map(({ height }) => height));
  const distinct = heights.size === middle.length && !heights.has(0);
  return levels.map(({ height }, index) => {
    if (index === 0) return original;
    if (index > 1 && index === levels.length - 1) return ultra;
    if (middle.length === 1) return high;
    return distinct ? `${high} ${height}P` : `${high} ${index}`;
  });
}
