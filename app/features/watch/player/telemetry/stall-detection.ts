const STALL_MS = 10_000;
const CHECK_EVERY = 1_000;

const events = ["play", "waiting", "loadstart", "seeking", "stalled", "emptied"];

const loadedUntil = ({ buffered }: HTMLVideoElement) =>
  buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;

/**
 * Tells of ten seconds of waiting in which nothing came.
 *
 * @param loadedBytes of the stream; undefined while hls.js is still on its way, for which any other stream would wait, too
 */
export function detectStalls(
  video: HTMLVideoElement,
  loadedBytes: () => number | undefined,
  onStalled: () => void,
  signal: AbortSignal,
) {
  let timer: ReturnType<typeof setInterval> | undefined;

  const isWaiting = () =>
    !video.paused && !video.ended && video.readyState < video.HAVE_FUTURE_DATA;
  const progress = () => `${loadedBytes()} ${loadedUntil(video)} ${video.currentTime}`;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const start = () => {
    if (timer !== undefined || !isWaiting()) return;
    let changedAt = performance.now();
    let last = progress();
    timer = setInterval(() => {
      if (!isWaiting()) return stop();
      const now = progress();
      if (now !== last || loadedBytes() === undefined) {
        last = now;
        changedAt = performance.now();
      } else if (performance.now() - changedAt >= STALL_MS) {
        stop();
        onStalled();
      }
    }, CHECK_EVERY);
  };
  for (const event of events) video.addEventListener(event, start, { signal });
  // a beginning may wait already
  start();
  signal.addEventListener("abort", stop);
}
