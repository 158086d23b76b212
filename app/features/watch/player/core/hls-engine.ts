import Hls, { ErrorTypes, Events, type HlsConfig, type LoadPolicy, type RetryConfig } from "hls.js";
import workerPath from "hls.js/dist/hls.worker.js?url";
import { AUTOMATIC, qualityNames, type StartEngine } from "./engine.ts";
import { createRecovery } from "./recovery.ts";

const TIME_OUT = 10_000;

/** Few and fast: the rest is up to `createRecovery`, which knows what the viewer sees. */
const retry: RetryConfig = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 2_000 };

const policy: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: TIME_OUT,
    maxLoadTimeMs: TIME_OUT,
    timeoutRetry: { ...retry, maxNumRetry: 1, retryDelayMs: 0 },
    errorRetry: retry,
  },
};

/** In GiB, as `navigator.deviceMemory` says it: phones with no more of it buffer less. */
const LOW_MEMORY_GB = 2;

/** Most of the memory that a player takes is its buffer. */
const smallBuffer: Partial<HlsConfig> = {
  maxBufferLength: 15,
  maxMaxBufferLength: 60,
  maxBufferSize: 20 * 1024 * 1024,
  backBufferLength: 15,
};

const hasLowMemory = () =>
  "deviceMemory" in navigator && Number(navigator.deviceMemory) <= LOW_MEMORY_GB;

/** Source: specification section 9; the type and meaning of each setting is hls.js's own `docs/API.md`. */
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

/** hls.js starts its worker when the first segment is there; fetched now, its script is in the cache by then. */
const prefetchWorker = () => void fetch(workerPath).catch(() => undefined);

export const hlsIsSupported = () => Hls.isSupported();

const FORBIDDEN = 403;
const GONE = [404, 410];

/** In bits a second, as last measured: the next video starts in the quality that fits. */
let lastBandwidth: number | undefined;

/** Plays a playlist with hls.js, its demuxer in a worker. */
export const playHls: StartEngine = (video, { src }, startAt, callbacks) => {
  prefetchWorker();
  const hls = new Hls({
    ...hlsConfig(),
    startPosition: startAt > 0 ? startAt : -1,
    ...(lastBandwidth && { abrEwmaDefaultEstimate: lastBandwidth }),
  });
  let expired = false;
  const recovery = createRecovery({
    // before the first playlist is there, hls.js has nothing that it could go on loading
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
  hls.on(Events.LEVEL_SWITCHED, () => {
    if (hls.autoLevelEnabled) callbacks.onQuality(AUTOMATIC);
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
      if (id === AUTOMATIC || isEmpty) hls.loadLevel = id;
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
