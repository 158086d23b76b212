import type { FeedLoading } from "./feed-loading.ts";
import type { AUTOMATIC_LEVEL } from "./levels.ts";

export interface PlayerStream {
  key: string;
  src: string;
  kind: "hls" | "file";
}

export interface Quality {
  id: number;
  name: string;
}

/** Not imported, so that hls.js's chunk shares no code with the page's. */
export const AUTOMATIC_QUALITY: typeof AUTOMATIC_LEVEL = -1;

/** Why a stream fails, as far as the browser tells. `disconnected`: there was no answer, from whatever is in between. */
export type FailureCause =
  | "missing"
  | "refused"
  | "disconnected"
  | "undecodable"
  | "slow"
  | "unknown";

export interface EngineCallbacks {
  feed: FeedLoading | undefined;
  hasAlternative(): boolean;
  onAttached(): void;
  onQualities(qualities: Quality[]): void;
  onFullDuration(seconds: number): void; // of a preview: the length of the whole episode
  onQuality(id: number): void; // the current quality, which an error may have changed
  onLoaded(bytes: number, seconds: number): void; // of media; separate audio counts 0 seconds
  /** Called once; the engine is unusable afterwards. Reloading the playlist of an expired stream gives new addresses. */
  onFailed(cause: FailureCause, mayBeExpired?: boolean): void;
}

export interface LoadedEngine {
  setQuality(id: number): void;
  destroy(): void;
}

export interface Engine extends LoadedEngine {
  isLoaded(): boolean; // false while hls.js is loading
}

export type StartEngine = (
  video: HTMLVideoElement,
  stream: PlayerStream,
  startAt: number,
  callbacks: EngineCallbacks,
) => Engine;

/** Of a `MediaError`. The fourth code says too little: it stands for missing files, too. */
const causesByCode: Partial<Record<number, FailureCause>> = { 2: "disconnected", 3: "undecodable" };

export const playNatively: StartEngine = (video, { src }, startAt, callbacks) => {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const fail = () => callbacks.onFailed(causesByCode[video.error?.code ?? 0] ?? "unknown");
  video.addEventListener("error", fail, { signal, once: true });
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

export interface Failover {
  hasAlternative(): boolean;
  switchSource(seconds: number): boolean; // true if another source will be loaded
}

export const noFailover: Failover = { hasAlternative: () => false, switchSource: () => false };
