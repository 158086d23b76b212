const STALL_MS = 10_000;
const CHECK_EVERY = 1_000;

const events = ["play", "waiting", "loadstart", "seeking", "stalled", "emptied"];

const loadedUntil = ({ buffered }: HTMLVideoElement) =>
  buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;

/** @param loadedBytes undefined while hls.js loads: any other source would wait for it, too */
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
  start();
  signal.addEventListener("abort", stop);
}
