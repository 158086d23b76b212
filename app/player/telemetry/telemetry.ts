export function sendPlaybackReport(fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  // some in-app browsers lack it
  if (navigator.sendBeacon) navigator.sendBeacon("/playback", body);
  else fetch("/playback", { method: "POST", body, keepalive: true }).catch(() => undefined);
}

interface PlaybackMetrics {
  // milliseconds, since the last report
  firstFrame?: number; // first `play` to first frame; reported once
  stalls: number;
  stalled: number;
}

function measurePlayback(video: HTMLVideoElement, signal: AbortSignal) {
  let playedAt: number | undefined;
  let started = false;
  let stalledAt: number | undefined;
  let metrics: PlaybackMetrics = { stalls: 0, stalled: 0 };

  const on = (name: string, listener: () => void) =>
    video.addEventListener(name, listener, { signal });
  const endStall = () => {
    if (stalledAt !== undefined) metrics.stalled += Math.round(performance.now() - stalledAt);
    stalledAt = undefined;
  };

  on("play", () => {
    playedAt ??= performance.now();
  });
  on("playing", () => {
    if (!started && playedAt !== undefined)
      metrics.firstFrame = Math.round(performance.now() - playedAt);
    started = true;
    endStall();
  });
  on("waiting", () => {
    if (!started || video.seeking || video.paused || stalledAt !== undefined) return;
    stalledAt = performance.now();
    metrics.stalls += 1;
  });
  for (const name of ["pause", "seeking", "emptied", "ended"]) on(name, endStall);

  return {
    take(): PlaybackMetrics {
      endStall();
      const taken = metrics;
      metrics = { stalls: 0, stalled: 0 };
      return taken;
    },
  };
}

export function reportPlayback(
  video: HTMLVideoElement,
  takeErrorCounts: () => Record<"failovers" | "errors", number>,
  signal: AbortSignal,
) {
  const measured = measurePlayback(video, signal);
  const report = () => {
    const numbers = Object.entries({ ...measured.take(), ...takeErrorCounts() });
    if (!numbers.some(([, value]) => value > 0)) return;
    sendPlaybackReport(Object.fromEntries(numbers.map(([name, value]) => [name, String(value)])));
  };
  const reportWhenHidden = () => {
    if (document.visibilityState === "hidden") report();
  };
  document.addEventListener("visibilitychange", reportWhenHidden, { signal });
  window.addEventListener("pagehide", report, { signal });
  signal.addEventListener("abort", report);
}
