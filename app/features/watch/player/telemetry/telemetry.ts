import { useEffect } from "react";
import type { Player } from "../core/player.ts";

/** Sends numbers of a watch to the site, also while the page is being closed; nobody waits for the answer. */
export function sendPlaybackReport(fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  // beacons are missing in some in-app browsers
  if (navigator.sendBeacon) navigator.sendBeacon("/playback", body);
  else fetch("/playback", { method: "POST", body, keepalive: true }).catch(() => undefined);
}

/** Since the last report; durations in milliseconds. */
interface PlaybackMetrics {
  /** From the first `play` to the first moving picture; reported once. */
  firstFrame?: number;
  stalls: number;
  stalled: number;
}

/** Measures how smoothly a video plays; `take` returns what is new and ends a stall that is going on. */
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
    // waiting after a seek is no stall
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

/** Reports how playback went, in numbers alone, whenever the page is hidden or left. */
export function usePlaybackTelemetry(player: Player | undefined) {
  useEffect(() => {
    if (!player) return;
    const lifetime = new AbortController();
    const { signal } = lifetime;
    const measured = measurePlayback(player.video, signal);
    const report = () => {
      const numbers = Object.entries({ ...measured.take(), ...player.takeErrorCounts() });
      if (!numbers.some(([, value]) => value > 0)) return;
      sendPlaybackReport(Object.fromEntries(numbers.map(([name, value]) => [name, String(value)])));
    };
    const reportWhenHidden = () => {
      if (document.visibilityState === "hidden") report();
    };
    document.addEventListener("visibilitychange", reportWhenHidden, { signal });
    window.addEventListener("pagehide", report, { signal });
    return () => {
      lifetime.abort();
      report();
    };
  }, [player]);
}
