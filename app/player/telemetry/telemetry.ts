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
