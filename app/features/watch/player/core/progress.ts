import { useEffect } from "react";
import { deviceStorage } from "../../../../session/storage.ts";
import { sendPlaybackReport } from "../telemetry/telemetry.ts";
import type { Player } from "./player.ts";

const STORE_EVERY_MS = 5_000;
const REPORT_EVERY = 60_000;
const MIN_BETWEEN_REPORTS = 3_000;

interface ProgressCallbacks {
  /** The position to resume at, every few seconds and whenever playback stops. */
  store(seconds: number): void;
  /**
   * The second reached, from which the upstream counts watched time: at each start, stop and minute. Before a seek and
   * after time in the background the last watched second is reported, so that skipped parts do not count.
   */
  report(seconds: number): void;
}

function followProgress(
  video: HTMLVideoElement,
  callbacks: ProgressCallbacks,
  signal: AbortSignal,
) {
  let reached = 0;
  let watched = false;
  let storedAt = 0;
  let reportedAt = 0;

  const report = () => {
    if (!watched) return;
    reportedAt = performance.now();
    callbacks.report(reached);
  };
  const reportUnlessRecent = () => {
    if (performance.now() - reportedAt > MIN_BETWEEN_REPORTS) report();
  };
  const store = () => {
    if (!watched) return;
    storedAt = performance.now();
    callbacks.store(reached);
  };
  const stop = () => {
    store();
    report();
  };
  const on = (name: string, listener: () => void) =>
    video.addEventListener(name, listener, { signal });

  on("timeupdate", () => {
    if (video.seeking || video.paused) return;
    reached = video.currentTime;
    watched = true;
    const now = performance.now();
    if (reportedAt === 0) reportedAt = now;
    if (now - storedAt > STORE_EVERY_MS) store();
    if (document.visibilityState === "visible" && now - reportedAt > REPORT_EVERY) report();
  });
  on("seeking", reportUnlessRecent);
  on("play", reportUnlessRecent);
  on("pause", stop);
  on("seeked", () => {
    if (!watched) return;
    reached = video.currentTime;
    store();
  });

  let hiddenAt = 0;
  const onVisibilityChange = () => {
    if (document.visibilityState === "hidden") {
      hiddenAt = reached;
      return stop();
    }
    const now = reached;
    reached = hiddenAt;
    report();
    reached = now;
  };
  document.addEventListener("visibilitychange", onVisibilityChange, { signal });
  window.addEventListener("pagehide", stop, { signal });
  signal.addEventListener("abort", stop);
}

export function useProgress(player: Player | undefined, code: string, episode: number) {
  useEffect(() => {
    if (!player) return;
    const lifetime = new AbortController();
    const store = (seconds: number) =>
      deviceStorage.update("videoHistory", (history) => [
        { code, episode, seconds, length: player.duration(), at: Date.now() },
        ...history.filter((watched) => watched.code !== code),
      ]);
    const report = (seconds: number) =>
      sendPlaybackReport({ video: code, seconds: String(Math.floor(seconds)) });
    followProgress(player.video, { store, report }, lifetime.signal);
    return () => lifetime.abort();
  }, [player, code, episode]);
}
