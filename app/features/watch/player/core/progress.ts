/** In milliseconds. */
const KEEP_EVERY = 5_000;
const REPORT_EVERY = 60_000;
/** Reports that follow each other faster tell nothing new. */
const SHORTEST_PAUSE = 3_000;

export interface ProgressHandlers {
  /** The second to come back to, every few seconds and whenever playback stops. */
  keep(seconds: number): void;
  /**
   * The second reached, for whoever counts what was really watched: told whenever watching begins or ends, and each
   * minute of it. A jump and a time in the background begin where they were left, so that they count for nothing.
   */
  report(seconds: number): void;
}

/** Follows what is watched of a video until `signal` ends, which counts as leaving the page. */
export function followProgress(
  video: HTMLVideoElement,
  { keep, report }: ProgressHandlers,
  signal: AbortSignal,
) {
  let reached = 0;
  let watched = false;
  let keptAt = 0;
  let reportedAt = 0;

  const tell = () => {
    if (!watched) return;
    reportedAt = performance.now();
    report(reached);
  };
  const tellUnlessJustTold = () => {
    if (performance.now() - reportedAt > SHORTEST_PAUSE) tell();
  };
  const note = () => {
    if (!watched) return;
    keptAt = performance.now();
    keep(reached);
  };
  const stop = () => {
    note();
    tell();
  };
  const on = (name: string, listener: () => void) =>
    video.addEventListener(name, listener, { signal });

  on("timeupdate", () => {
    if (video.seeking || video.paused) return;
    reached = video.currentTime;
    watched = true;
    const now = performance.now();
    if (reportedAt === 0) reportedAt = now;
    if (now - keptAt > KEEP_EVERY) note();
    if (document.visibilityState === "visible" && now - reportedAt > REPORT_EVERY) tell();
  });
  on("seeking", tellUnlessJustTold);
  on("play", tellUnlessJustTold);
  on("pause", stop);
  on("seeked", () => {
    if (!watched) return;
    reached = video.currentTime;
    note();
  });

  let left = 0;
  const turn = () => {
    if (document.visibilityState === "hidden") {
      left = reached;
      return stop();
    }
    const now = reached;
    reached = left;
    tell();
    reached = now;
  };
  document.addEventListener("visibilitychange", turn, { signal });
  window.addEventListener("pagehide", stop, { signal });
  signal.addEventListener("abort", stop);
}
