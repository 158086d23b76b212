/** A stream as the player takes it: `hls` is a playlist, `file` something the browser plays by itself. */
export interface PlayerSource {
  src: string;
  kind: "hls" | "file";
}

/** A picture quality that the viewer may choose. */
export interface Quality {
  id: number;
  name: string;
}

/** The quality that follows the line's speed. */
export const AUTOMATIC = -1;

/** Why a stream was given up; an expired one needs a new address. */
export type Failure = "failed" | "expired";

export interface EngineHandlers {
  /** Whether the same can be watched from elsewhere: then a dead source is given up sooner. */
  hasAlternative(): boolean;
  /** The element has its source: from here on it may be told to play. */
  onAttached(): void;
  onQualities(qualities: Quality[]): void;
  /** The choice in force, which an error may have changed. */
  onChoice(id: number): void;
  /** Called once; the engine is of no use afterwards. */
  onFailed(failure: Failure): void;
}

export interface Engine {
  setQuality(id: number): void;
  /** Takes the source off the element and frees everything. */
  destroy(): void;
}

const HLS_TYPE = "application/vnd.apple.mpegurl";

const plays = (video: HTMLVideoElement) => video.canPlayType(HLS_TYPE) !== "";

/** Safari: its own HLS is better for the battery, AirPlay and the lock screen. Chromium claims the type, too. */
const prefersNative = (video: HTMLVideoElement) => "ManagedMediaSource" in window && plays(video);

/** Puts a stream on a video element, from second `at` on. The element itself lives on when the engine goes. */
export function attach(
  video: HTMLVideoElement,
  source: PlayerSource,
  at: number,
  handlers: EngineHandlers,
): Engine {
  return source.kind === "file" || prefersNative(video)
    ? playNatively(video, source, at, handlers)
    : playWithScript(video, source, at, handlers);
}

function playNatively(
  video: HTMLVideoElement,
  source: PlayerSource,
  at: number,
  handlers: EngineHandlers,
): Engine {
  const listening = new AbortController();
  const { signal } = listening;
  video.addEventListener("error", () => handlers.onFailed("failed"), { signal, once: true });
  if (at > 0) {
    const seek = () => {
      video.currentTime = at;
    };
    video.addEventListener("loadedmetadata", seek, { signal, once: true });
  }
  handlers.onQualities([]);
  video.preload = "metadata";
  video.src = source.src;
  handlers.onAttached();
  return {
    setQuality: () => undefined,
    destroy() {
      listening.abort();
      video.removeAttribute("src");
      video.load();
    },
  };
}

const scripted = () => import("./hls-engine.ts");

/** Fetches what a player needs, for somebody who is about to watch; a failure shows when they do. */
export function prepareToPlay() {
  if (!("ManagedMediaSource" in window)) scripted().catch(() => undefined);
}

/** hls.js is a large script: it is fetched when the first stream needs it. */
function playWithScript(
  video: HTMLVideoElement,
  source: PlayerSource,
  at: number,
  handlers: EngineHandlers,
): Engine {
  let engine: Engine | undefined;
  let gone = false;
  const start = async () => {
    const { hlsIsSupported, playHls } = await scripted();
    if (gone) return;
    if (!hlsIsSupported() && !plays(video)) return handlers.onFailed("failed");
    engine = (hlsIsSupported() ? playHls : playNatively)(video, source, at, handlers);
  };
  start().catch(() => {
    if (!gone) handlers.onFailed("failed");
  });
  return {
    setQuality: (id) => engine?.setQuality(id),
    destroy() {
      gone = true;
      engine?.destroy();
    },
  };
}
