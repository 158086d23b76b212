/** In milliseconds: a source that sends nothing for so long is dead. */
const PATIENCE = 10_000;
const GLANCE = 1_000;

const signs = ["play", "waiting", "loadstart", "seeking", "stalled", "emptied"];

const loadedUntil = ({ buffered }: HTMLVideoElement) =>
  buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;

/** Calls `onDead` when the viewer has waited for ten seconds and nothing has come in. */
export function watchStalls(video: HTMLVideoElement, onDead: () => void, signal: AbortSignal) {
  let timer: ReturnType<typeof setInterval> | undefined;

  const wanted = () => !video.paused && !video.ended && video.readyState < video.HAVE_FUTURE_DATA;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const watch = () => {
    if (timer !== undefined || !wanted()) return;
    let since = performance.now();
    let seen = `${loadedUntil(video)} ${video.currentTime}`;
    timer = setInterval(() => {
      if (!wanted()) return stop();
      const now = `${loadedUntil(video)} ${video.currentTime}`;
      if (now !== seen) {
        seen = now;
        since = performance.now();
      } else if (performance.now() - since >= PATIENCE) {
        stop();
        onDead();
      }
    }, GLANCE);
  };
  for (const sign of signs) video.addEventListener(sign, watch, { signal });
  signal.addEventListener("abort", stop);
}
