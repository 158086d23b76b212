import { type Metric, onCLS, onINP, onLCP } from "web-vitals";
import type { PlaybackFigures } from "./telemetry.ts";

/* Loaded when the page is idle. Reports name neither a video nor a member. */

type Fields = Record<string, string | number | undefined>;

const knownFields = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

function whenLeft(report: () => void, signal?: AbortSignal) {
  const reportWhenHidden = () => {
    if (document.visibilityState === "hidden") report();
  };
  document.addEventListener("visibilitychange", reportWhenHidden, { signal });
  window.addEventListener("pagehide", report, { signal });
}

/** Reports the largest paint, slowest interaction and layout shift once each time the document is opened. */
export function reportVitals() {
  const [opened] = performance.getEntriesByType("navigation");
  const page = new URL(opened?.name ?? location.href).pathname;
  const reported = new Set<string>();
  let figures: Fields = {};
  const take = ({ id, name, value }: Metric) => {
    if (reported.has(id)) return;
    reported.add(id);
    figures[name.toLowerCase()] = Math.round(name === "CLS" ? value * 1_000 : value);
  };
  onLCP(take);
  onINP(take);
  onCLS(take);
  whenLeft(() => {
    // browsers without beacons measure none of these
    const body = new URLSearchParams(knownFields({ page, ...figures }));
    if (Object.keys(figures).length > 0) navigator.sendBeacon?.("/playback", body);
    figures = {};
  });
}

/** The stream's key names video, source and episode. `send` is passed in: pages without a player do not load it. */
export function reportPlayback(
  video: HTMLVideoElement,
  read: () => PlaybackFigures & { key: string | undefined },
  send: (fields: Record<string, string>) => void,
  signal: AbortSignal,
) {
  const page = location.pathname;
  let before: Record<string, number> = {};
  const report = () => {
    const { key, ...counted } = read();
    const { totalVideoFrames: frames = 0, droppedVideoFrames: dropped = 0 } =
      video.getVideoPlaybackQuality?.() ?? {};
    const now = { ...counted, frames, dropped };
    const since = { ...now };
    for (const name of Object.keys(now) as (keyof typeof now)[]) {
      const old = before[name] ?? 0;
      // another stream restarts the frame count
      if (old <= now[name]) since[name] -= old;
    }
    before = now;
    const { bytes, seconds, firstFrame, ...numbers } = since;
    if (!Object.values(since).some((value) => value > 0)) return;
    const fields = knownFields({
      ...numbers,
      page,
      firstFrame: firstFrame || undefined,
      height: Math.min(video.videoWidth, video.videoHeight),
      source: Number(key?.split("/")[1]) + 1 || undefined,
      bitrate: seconds > 0 ? Math.round(bytes / 125 / seconds) : undefined, // kbit/s
    });
    send(fields);
  };
  whenLeft(report, signal);
  signal.addEventListener("abort", report);
  if (signal.aborted) report();
}
