import Hls, { ErrorTypes, Events, type HlsConfig, type LoadPolicy, type RetryConfig } from "hls.js";
import workerPath from "hls.js/dist/hls.worker.js?url";
import { FULL_SECONDS_HEADER } from "../../../server/contract/rules.ts";
import { dataUse, savesData } from "../../device/playback.ts";
import type { Beginning } from "./beginning.ts";
import type { EngineCallbacks, FailureCause, LoadedEngine, PlayerStream } from "./engine.ts";
import { loadForFeed } from "./feed-loading.ts";
import {
  attachDataOf,
  continueAfter,
  offerFigures,
  offerSound,
  offerToReceivers,
  Pathways,
  seekAcrossGaps,
  streamControllerAfter,
  WholeRanges,
} from "./hls-extras.ts";
import { AUTOMATIC_LEVEL, lowestWatchable, qualityNames } from "./levels.ts";
import { loadOnlySound } from "./only-sound.ts";
import { causeOf, causesByStatus, createRecovery } from "./recovery.ts";

const TIME_OUT = 10_000;

/** Few quick retries: `createRecovery` does the rest, as it knows whether playback has stalled. */
const retry: RetryConfig = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 2_000 };

const policy: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: TIME_OUT,
    maxLoadTimeMs: TIME_OUT,
    timeoutRetry: { ...retry, maxNumRetry: 1, retryDelayMs: 0 },
    errorRetry: retry,
  },
};

const LOW_MEMORY_GB = 2;

const smallBuffer: Partial<HlsConfig> = {
  maxBufferLength: 15,
  maxMaxBufferLength: 60,
  maxBufferSize: 20 * 1024 * 1024,
  backBufferLength: 15,
};

const hasLowMemory = () =>
  "deviceMemory" in navigator && Number(navigator.deviceMemory) <= LOW_MEMORY_GB;

const dataSaverConfig: Partial<HlsConfig> = {
  maxBufferLength: 10,
  maxMaxBufferLength: 20,
  // the cap would override the low start level
  capLevelToPlayerSize: false,
};

/** Qualities above the screen's size, too, and at once: a high estimate in bits/s until the bandwidth is measured. */
const bestQualityConfig: Partial<HlsConfig> = {
  capLevelToPlayerSize: false,
  abrEwmaDefaultEstimate: 50_000_000,
};

const byDataUse = { saver: dataSaverConfig, automatic: {}, best: bestQualityConfig };

export const hlsConfig = (): Partial<HlsConfig> => ({
  workerPath,
  loader: WholeRanges,
  manifestLoadPolicy: policy,
  playlistLoadPolicy: policy,
  fragLoadPolicy: policy,
  keyLoadPolicy: policy,
  maxBufferLength: 30,
  maxMaxBufferLength: 300,
  backBufferLength: 60,
  lowLatencyMode: false,
  // by default a failed quality is never retried; this is a buffer's length, so that another failure does not stall
  errorPenaltyExpireMs: 30_000,
  contentSteeringController: Pathways,
  interstitialsController: undefined,
  capLevelToPlayerSize: true,
  ...(hasLowMemory() && smallBuffer),
  ...byDataUse[dataUse()],
});

/** Caches the worker's script early: hls.js starts it with the first segment. */
export async function loadWorker() {
  const answer = await fetch(workerPath).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
}

/** The video is unwatched if it is paused in the background or on a feed slide that was left. */
function stopUnwatchedLoading(
  hls: Hls,
  video: HTMLVideoElement,
  { isLeft, restart }: { isLeft: () => boolean; restart: () => void },
  signal: AbortSignal,
) {
  let stopped = false;
  const follow = () => {
    const unwatched = video.paused && (document.visibilityState === "hidden" || isLeft());
    if (unwatched === stopped) return;
    stopped = unwatched;
    if (stopped) hls.stopLoad();
    else restart();
  };
  document.addEventListener("visibilitychange", follow, { signal });
  for (const event of ["play", "pause"]) video.addEventListener(event, follow, { signal });
}

export const hlsIsSupported = () => Hls.isSupported();

/** Why a plain file fails, which no script should download; undefined if the stream may be a playlist. */
export async function fileFailure({ kind, src }: PlayerStream, otherwise: FailureCause) {
  if (kind !== "file") return undefined;
  const { ok, status } = await fetch(src, { redirect: "manual" });
  return ok ? undefined : (causesByStatus[status] ?? otherwise);
}

/** A `nextLevel` set in the first 1.5 s is loaded but never shown if all is buffered, as in previews (hls.js 1.7.4). */
const AT_BEGINNING_SECONDS = 2;

let lastBandwidth: number | undefined;

export const playHls = (
  video: HTMLVideoElement,
  stream: PlayerStream,
  startAt: number,
  callbacks: EngineCallbacks,
  beginning?: Beginning,
): LoadedEngine => {
  const { src, kind } = stream;
  // the element may have played some of the file natively
  const at = (kind === "file" && video.currentTime) || startAt;
  const bandwidth =
    lastBandwidth ?? (beginning && (beginning.bytes * 8_000) / beginning.milliseconds);
  const hls: Hls = new Hls({
    ...hlsConfig(),
    startPosition: at > 0 ? at : -1,
    ...(bandwidth && { abrEwmaDefaultEstimate: bandwidth }),
    ...(beginning && { autoStartLoad: false, streamController: streamControllerAfter(beginning) }),
    // Safari fills its buffers as battery and network allow
    preferManagedMediaSource: true,
  });
  // without a playlist hls.js has nothing to resume
  const restart = () => (hls.levels.length > 0 ? hls.startLoad() : hls.loadSource(src));
  let cause: FailureCause = "unknown";
  const recovery = createRecovery({
    restart,
    recoverMedia: () => hls.recoverMediaError(),
    swapAudioCodec: () => hls.swapAudioCodec(),
    hasAlternative: callbacks.hasAlternative,
    isStalled: () => video.readyState < video.HAVE_FUTURE_DATA,
    giveUp: (refused) => callbacks.onFailed(cause, refused),
  });

  const lifetime = new AbortController();
  const { signal } = lifetime;
  let plays = !video.paused;
  const followPlay = ({ type }: Event) => {
    plays = type === "play";
  };
  for (const event of ["play", "pause"]) video.addEventListener(event, followPlay, { signal });
  // hls.js also replaces the media source by itself, after an error or for other tracks, which pauses the element without
  // an event
  const playOn = () => {
    if (plays) video.play().catch(() => undefined);
  };
  video.addEventListener("emptied", playOn, { signal });
  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    const names = qualityNames(levels);
    callbacks.onQualities(names.map((name, id) => ({ id, name })));
    if (savesData()) hls.autoLevelCapping = lowestWatchable(levels);
    if (beginning && !hls.config.autoStartLoad) continueAfter(hls, beginning);
  });
  hls.on(Events.LEVEL_LOADED, (_event, { networkDetails }) => {
    if (networkDetails instanceof XMLHttpRequest)
      callbacks.onFullDuration(Number(networkDetails.getResponseHeader(FULL_SECONDS_HEADER)));
  });
  hls.on(Events.LEVEL_SWITCHED, () => {
    if (hls.autoLevelEnabled) callbacks.onQuality(AUTOMATIC_LEVEL);
  });
  hls.on(Events.FRAG_LOADED, (_event, { frag }) => {
    callbacks.onLoaded(frag.stats.loaded, frag.type === "main" ? frag.duration : 0);
    lastBandwidth = hls.bandwidthEstimate;
    recovery.dataArrived();
  });
  hls.on(Events.FRAG_LOAD_EMERGENCY_ABORTED, (_event, { stats }) => {
    callbacks.onLoaded(stats.loaded, 0);
  });
  hls.on(Events.ERROR, (_event, error) => {
    const isOffline = error.reason === "offline";
    if (!error.fatal && !isOffline) return;
    cause = causeOf(error);
    if (isOffline) return recovery.wentOffline();
    if (giveUpSound()) return;
    const isEmpty = hls.levels.length === 0;
    const isFinal = isEmpty && cause === "missing" && callbacks.hasAlternative();
    if (error.type === ErrorTypes.NETWORK_ERROR && !isFinal)
      return recovery.networkFailed(error.response?.code);
    // without levels the browser supports no codec of the stream
    if (error.type === ErrorTypes.MEDIA_ERROR && !isEmpty) return recovery.mediaFailed();
    callbacks.onFailed(cause);
  });

  const stall = () => !video.seeking && recovery.stalled();
  video.addEventListener("waiting", stall, { signal });
  const { feed } = callbacks;
  stopUnwatchedLoading(hls, video, { isLeft: () => feed?.role() === "none", restart }, signal);
  const giveUpSound = loadOnlySound(hls, video, src, signal);
  seekAcrossGaps(hls, video, signal);
  offerSound(hls, video);
  offerFigures(hls, video);
  offerToReceivers(hls, video, stream);
  if (feed) loadForFeed(hls, video, feed, signal);
  hls.loadSource(src);
  hls.attachMedia(beginning ? attachDataOf(video, beginning) : video);
  if (!beginning) callbacks.onAttached();

  return {
    setQuality(id) {
      const isEmpty = video.readyState === video.HAVE_NOTHING;
      if (id === AUTOMATIC_LEVEL || isEmpty) hls.loadLevel = id;
      else if (video.paused || video.currentTime < AT_BEGINNING_SECONDS) hls.currentLevel = id;
      else hls.nextLevel = id;
      callbacks.onQuality(id);
    },
    destroy() {
      lifetime.abort();
      recovery.stop();
      hls.destroy();
    },
  };
};
