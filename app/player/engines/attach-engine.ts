import { beginningAddress } from "../../addresses.ts";
import { savesData } from "../../device/playback.ts";
import { deviceStorage } from "../../device/storage.ts";
import { isOnlyHeard } from "./background.ts";
import { type Beginning, type BegunVideo, beginVideo, playsBeginnings } from "./beginning.ts";
import {
  type EngineCallbacks,
  type FailureCause,
  type LoadedEngine,
  type PlayerStream,
  playNatively,
  type StartEngine,
} from "./engine.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";

const playsHls = (video: HTMLVideoElement) => video.canPlayType(HLS_TYPE) !== "";

const isSafari = () => "ManagedMediaSource" in window;
/** iPhones have only ManagedMediaSource, since iOS 17.1; earlier ones have neither. */
export const canPlayByScript = () => isSafari() || "MediaSource" in window;

/** Native HLS saves battery and supports AirPlay and the lock screen. Chromium claims to support it, too. */
export function enginesFor(video: HTMLVideoElement) {
  const chosen = deviceStorage.read("engine");
  const byScript = canPlayByScript();
  const mayChoose = playsHls(video) && byScript;
  const prefersSystem = chosen === "automatic" ? isSafari() : chosen === "system";
  return { mayChoose, bySystem: mayChoose ? prefersSystem : !byScript };
}

export const attachEngine: StartEngine = (video, stream, startAt, callbacks) =>
  (enginesFor(video).bySystem ? playNatively : playWithScript)(video, stream, startAt, callbacks);

function takeBeginning(
  video: BegunVideo,
  stream: PlayerStream,
  startAt: number,
  { feed }: EngineCallbacks,
): Beginning | undefined {
  const begun = video.beginning;
  delete video.beginning;
  const address = beginningAddress(stream.src, startAt);
  const isWatched = !feed && !isOnlyHeard(video);
  const wanted = stream.kind === "hls" && isWatched && playsBeginnings() && !savesData();
  if (wanted && begun?.address === address) return begun;
  begun?.stop();
  return wanted ? beginVideo(video, address, startAt) : undefined;
}

/** Longer than the stall timeout of a source with alternatives (`STALL_MS` in `telemetry/telemetry.ts`). */
const BEGINNING_MS = 15_000;

async function loadsInTime({ loaded, stop }: Beginning): Promise<boolean> {
  const timer = setTimeout(stop, BEGINNING_MS);
  return loaded.finally(() => clearTimeout(timer));
}

// hls.js loads while the beginning plays. A file that the element cannot play may be a playlist.
const playWithScript: StartEngine = (video, stream, startAt, callbacks) => {
  let engine: LoadedEngine | undefined;
  let loaded = stream.kind === "file";
  let destroyed = false;
  const beginning = takeBeginning(video, stream, startAt, callbacks);
  if (beginning) callbacks.onAttached();
  const fail = (cause: FailureCause) => {
    if (!destroyed) callbacks.onFailed(cause);
  };
  const start = async (cause: FailureCause) => {
    const { fileFailure, hlsIsSupported, loadWorker, playHls } = await import("./hls-engine.ts");
    loaded = true;
    const failure = await fileFailure(stream, cause);
    if (failure) return fail(failure);
    void loadWorker().then(() => beginning?.playerLoaded());
    const begun = beginning && (await loadsInTime(beginning)) ? beginning : undefined;
    if (destroyed) return;
    const from = beginning ? video.currentTime : startAt;
    if (hlsIsSupported()) engine = playHls(video, stream, from, callbacks, begun);
    else if (playsHls(video)) engine = playNatively(video, stream, from, callbacks);
    else fail("undecodable");
  };
  const begin = (cause: FailureCause = "unknown") => start(cause).catch(() => fail(cause));
  if (loaded) engine = playNatively(video, stream, startAt, { ...callbacks, onFailed: begin });
  else begin();
  return {
    isLoaded: () => loaded,
    setQuality: (id) => engine?.setQuality(id),
    destroy() {
      destroyed = true;
      beginning?.stop();
      engine?.destroy();
    },
  };
};
