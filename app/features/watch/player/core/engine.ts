import { texts } from "../../../../texts/index.ts";

/** `hls` is a playlist, `file` is played natively. */
export interface PlayerStream {
  /** Stays the same when the address is renewed. */
  key: string;
  src: string;
  kind: "hls" | "file";
}

export interface Quality {
  id: number;
  name: string;
}

export const AUTOMATIC_QUALITY = -1;

/** Why a stream failed; an expired one needs a new address. */
export type PlaybackFailure = "failed" | "expired";

interface EngineCallbacks {
  /** Whether another source has the episode: then failing sooner is better. */
  hasAlternative(): boolean;
  onAttached(): void;
  onQualities(qualities: Quality[]): void;
  /** Of a stream that is only a preview: how long the whole episode is. */
  onFullDuration(seconds: number): void;
  /** The current quality, which an error may have changed. */
  onQuality(id: number): void;
  /** Called once; the engine is unusable afterwards. */
  onFailed(failure: PlaybackFailure): void;
}

export interface Engine {
  setQuality(id: number): void;
  destroy(): void;
}

export type StartEngine = (
  video: HTMLVideoElement,
  stream: PlayerStream,
  startAt: number,
  callbacks: EngineCallbacks,
) => Engine;

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

/** `height` is 0 if unknown. */
export interface Level {
  height: number;
}

/** By ascending bandwidth: original, high definition (told apart by resolution or number), ultra clear. */
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
