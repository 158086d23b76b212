import type { HlsConfig, LoadPolicy, RetryConfig } from "hls.js";
import workerPath from "hls.js/dist/hls.worker.js?url";

const TIME_OUT = 10_000;

/** Few and fast: what these do not cure is the recovery's business, which knows what the viewer sees. */
const retry: RetryConfig = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 2_000 };

const policy: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: TIME_OUT,
    maxLoadTimeMs: TIME_OUT,
    timeoutRetry: { ...retry, maxNumRetry: 1, retryDelayMs: 0 },
    errorRetry: retry,
  },
};

/** In GiB, as far as browsers tell: phones with no more of it keep less of the stream. */
const LITTLE_MEMORY = 2;

/** Most of the memory that a player takes is what it has loaded ahead. */
const smallBuffer: Partial<HlsConfig> = {
  maxBufferLength: 15,
  maxMaxBufferLength: 60,
  maxBufferSize: 20 * 1024 * 1024,
  backBufferLength: 15,
};

const hasLittleMemory = () =>
  "deviceMemory" in navigator && Number(navigator.deviceMemory) <= LITTLE_MEMORY;

/** hls.js starts its worker when the first segment is there; by then its script shall be there, too. */
export const fetchWorker = () => void fetch(workerPath).catch(() => undefined);

/** Source: specification section 9; the type and meaning of each setting is hls.js's own `docs/API.md`. */
export const hlsConfig = (): Partial<HlsConfig> => ({
  workerPath,
  manifestLoadPolicy: policy,
  playlistLoadPolicy: policy,
  fragLoadPolicy: policy,
  keyLoadPolicy: policy,
  maxBufferLength: 30,
  maxMaxBufferLength: 300,
  backBufferLength: 60,
  lowLatencyMode: false,
  ...(hasLittleMemory() && smallBuffer),
});
