import Hls, { ErrorTypes, Events, type HlsConfig, type LoadPolicy, type RetryConfig } from "hls.js";
import workerPath from "hls.js/dist/hls.worker.js?url";
import { FULL_SECONDS_HEADER } from "../../../../../server/contract/rules.ts";
import { AUTOMATIC_QUALITY, qualityNames, type StartEngine } from "./engine.ts";
import { createRecovery } from "./recovery.ts";

const TIME_OUT = 10_000;

/** Few quick retries: `createRecovery` does the rest, as it sees what the viewer sees. */
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

/** Source: specification section 9; settings are explained in hls.js's `docs/API.md`. */
const hlsConfig = (): Partial<HlsConfig> => ({
  workerPath,
  manifestLoadPolicy: policy,
  playlistLoadPolicy: policy,
  fragLoadPolicy: policy,
  keyLoadPolicy: policy,
  maxBufferLength: 30,
  maxMaxBufferLength: 300,
  backBufferLength: 60,
  lowLatencyMode: false,
  ...(hasLowMemory() && smallBuffer),
});

/** Caches the worker's script early: hls.js starts it with the first segment. */
const prefetchWorker = () => void fetch(workerPath).catch(() => undefined);

export const hlsIsSupported = () => Hls.isSupported();

const FORBIDDEN = 403;
const GONE = [404, 410];

/** In bits per second, as last measured; the next video's initial quality. */
let lastBandwidth: number | undefined;

export const playHls: StartEngine = (video, { src }, startAt, callbacks) => {
  prefetchWorker();
  const hls = new Hls({
    ...hlsConfig(),
    startPosition: startAt > 0 ? startAt : -1,
    ...(lastBandwidth && { abrEwmaDefaultEstimate: lastBandwidth }),
  });
  let expired = false;
  const recovery = createRecovery({
    // without a playlist hls.js has nothing to resume
    restart: () => (hls.levels.length > 0 ? hls.startLoad() : hls.loadSource(src)),
    recoverMedia: () => {
      const wasPlaying = !video.paused;
      hls.recoverMediaError();
      if (wasPlaying) callbacks.onAttached();
    },
    swapAudioCodec: () => hls.swapAudioCodec(),
    hasAlternative: callbacks.hasAlternative,
    isStalled: () => video.readyState < video.HAVE_FUTURE_DATA,
    giveUp: () => callbacks.onFailed(expired ? "expired" : "failed"),
  });

  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    const names = qualityNames(levels);
    callbacks.onQualities(names.map((name, id) => ({ id, name })));
  });
  hls.on(Events.LEVEL_LOADED, (_event, { networkDetails }) => {
    if (networkDetails instanceof XMLHttpRequest)
      callbacks.onFullDuration(Number(networkDetails.getResponseHeader(FULL_SECONDS_HEADER)));
  });
  hls.on(Events.LEVEL_SWITCHED, () => {
    if (hls.autoLevelEnabled) callbacks.onQuality(AUTOMATIC_QUALITY);
  });
  hls.on(Events.FRAG_LOADED, () => {
    expired = false;
    lastBandwidth = hls.bandwidthEstimate;
    recovery.dataArrived();
  });
  hls.on(Events.ERROR, (_event, error) => {
    const status = error.response?.code ?? 0;
    expired = status === FORBIDDEN;
    if (!error.fatal) return;
    const isMissing = GONE.includes(status) && hls.levels.length === 0;
    if (isMissing && callbacks.hasAlternative()) return callbacks.onFailed("failed");
    if (error.type === ErrorTypes.NETWORK_ERROR) return recovery.networkFailed();
    if (error.type === ErrorTypes.MEDIA_ERROR) return recovery.mediaFailed();
    callbacks.onFailed("failed");
  });

  hls.loadSource(src);
  hls.attachMedia(video);
  callbacks.onAttached();

  return {
    setQuality(id) {
      const isEmpty = video.readyState === video.HAVE_NOTHING;
      if (id === AUTOMATIC_QUALITY || isEmpty) hls.loadLevel = id;
      else if (video.paused) hls.currentLevel = id;
      else hls.nextLevel = id;
      callbacks.onQuality(id);
    },
    destroy() {
      recovery.stop();
      hls.destroy();
    },
  };
};
