import { isIncognito } from "../../device/incognito.ts";
import { deviceStorage } from "../../device/storage.ts";
import { sendPlaybackReport } from "./telemetry.ts";

const STORE_EVERY_MS = 5_000;
const REPORT_EVERY = 60_000;
const MIN_BETWEEN_REPORTS = 3_000;

const MIN_WATCHED_SECONDS = 3; // of a slide; less is scrolling past it

export function followProgress(
  video: HTMLVideoElement,
  duration: () => number,
  signal: AbortSignal,
  inFeed: boolean,
) {
  let code = "";
  let episode = 0;
  let reached = 0;
  let watched = false;
  let storedAt = 0;
  let reportedAt = 0;
  let hiddenAt: number | undefined; // the second at which the tab was hidden; undefined while it is visible

  // The upstream counts watched time from the second reached. Before a seek, and after time in the background, it is
  // the last watched second, so that skipped parts and what was only heard do not count.
  const report = () => {
    if (
      isIncognito() ||
      !watched ||
      hiddenAt !== undefined ||
      (inFeed && reached < MIN_WATCHED_SECONDS)
    )
      return;
    reportedAt = performance.now();
    sendPlaybackReport({ video: code, seconds: String(Math.floor(reached)) });
  };
  const reportUnlessRecent = () => {
    if (performance.now() - reportedAt > MIN_BETWEEN_REPORTS) report();
  };
  const store = () => {
    if (!watched || inFeed) return;
    storedAt = performance.now();
    deviceStorage.update("videoHistory", (history) => [
      { code, episode, seconds: reached, length: duration(), at: Date.now() },
      ...history.filter((one) => one.code !== code),
    ]);
  };
  const stop = () => {
    store();
    report();
  };
  const on = (name: string, listener: () => void) =>
    video.addEventListener(name, listener, { signal });

  on("timeupdate", () => {
    // the document's inline script starts playback before the video is known
    if (video.seeking || video.paused || code === "") return;
    reached = video.currentTime;
    watched = true;
    const now = performance.now();
    if (reportedAt === 0) reportedAt = now;
    if (now - storedAt > STORE_EVERY_MS) store();
    if (now - reportedAt > REPORT_EVERY) report();
  });
  on("seeking", reportUnlessRecent);
  on("play", reportUnlessRecent);
  on("pause", stop);
  on("seeked", () => {
    if (!watched) return;
    reached = video.currentTime;
    store();
  });

  const onVisibilityChange = () => {
    const isHidden = document.visibilityState === "hidden";
    if (isHidden) stop();
    const now = reached;
    reached = hiddenAt ?? now;
    hiddenAt = isHidden ? now : undefined;
    report();
    reached = now;
  };
  document.addEventListener("visibilitychange", onVisibilityChange, { signal });
  window.addEventListener("pagehide", stop, { signal });
  signal.addEventListener("abort", stop);

  return {
    save: stop,
    /** @param key of the next stream; the same episode from another source continues */
    begin(key: string) {
      const [nextCode = "", , nextEpisode] = key.split("/");
      if (nextCode === code && Number(nextEpisode) === episode) return;
      stop();
      hiddenAt &&= 0;
      [code, episode] = [nextCode, Number(nextEpisode)];
      reached = storedAt = reportedAt = 0;
      watched = false;
    },
  };
}
