import type { FeedLoading } from "./feed-loading.ts";
import type { AUTOMATIC_LEVEL } from "./levels.ts";

/** `hls` is a playlist, `file` is played natively. */
export interface PlayerStream {
  key: string;
  src: string;
  kind: "hls" | "file";
}

export interface Quality {
  id: number;
  name: string;
}

/** Not imported, so that the code of hls.js has none of the page's in common with it. */
export const AUTOMATIC_QUALITY: typeof AUTOMATIC_LEVEL = -1;

/** Why a stream failed; of an expired one the playlist leads to new addresses. */
export type PlaybackFailure = "failed" | "expired";

export interface EngineCallbacks {
  feed: FeedLoading | undefined;
  /** Whether another source has the episode: then failing sooner is better. */
  hasAlternative(): boolean;
  onAttached(): void;
  onQualities(qualities: Quality[]): void;
  /** Of a stream that is only a preview: how long the whole episode is. */
  onFullDuration(seconds: number): void;
  /** The current quality, which an error may have changed. */
  onQuality(id: number): void;
  /** So many bytes of the stream have been loaded. */
  onLoaded(bytes: number): void;
  /** Called once; the engine is unusable afterwards. */
  onFailed(failure: PlaybackFailure): void;
}

export interface LoadedEngine {
  setQuality(id: number): void;
  destroy(): void;
}

export interface Engine extends LoadedEngine {
  /** False while hls.js is on its way. */
  isLoaded(): boolean;
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
    isLoaded: () => true,
    setQuality: () => undefined,
    destroy() {
      lifetime.abort();
      video.removeAttribute("src");
      video.load();
    },
  };
};

/** What becomes of a stream that fails. */
export interface Failover {
  hasAlternative(): boolean;
  /** The stream failed at that second; true if another source's will be loaded. */
  switchSource(seconds: number): boolean;
}

export const noFailover: Failover = { hasAlternative: () => false, switchSource: () => false };
