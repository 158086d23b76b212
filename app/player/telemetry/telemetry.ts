export function sendPlaybackReport(fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  // some in-app browsers lack it
  if (navigator.sendBeacon) navigator.sendBeacon("/playback", body);
  else fetch("/playback", { method: "POST", body, keepalive: true }).catch(() => undefined);
}

/** Counted since the player was created; waiting times are in milliseconds. */
export const noFigures = () => ({
  firstFrame: 0, // first `play` to first frame; 0 before it
  stalls: 0,
  stalled: 0,
  failovers: 0,
  errors: 0,
  bytes: 0, // of media that hls.js loaded, and their seconds
  seconds: 0,
});
export type PlaybackFigures = ReturnType<typeof noFigures>;

/** Returns a function that counts a stall up to now. */
export function measurePlayback(
  video: HTMLVideoElement,
  figures: PlaybackFigures,
  signal: AbortSignal,
) {
  let playedAt: number | undefined;
  let started = false;
  let stalledAt: number | undefined;

  const on = (name: string, listener: () => void) =>
    video.addEventListener(name, listener, { signal });
  const endStall = () => {
    if (stalledAt !== undefined) figures.stalled += Math.round(performance.now() - stalledAt);
    stalledAt = undefined;
  };

  on("play", () => {
    playedAt ??= performance.now();
  });
  on("playing", () => {
    if (!started && playedAt !== undefined)
      figures.firstFrame = Math.round(performance.now() - playedAt);
    started = true;
    endStall();
  });
  on("waiting", () => {
    if (!started || video.seeking || video.paused || stalledAt !== undefined) return;
    stalledAt = performance.now();
    figures.stalls += 1;
  });
  for (const name of ["pause", "seeking", "emptied", "ended"]) on(name, endStall);
  return endStall;
}

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
