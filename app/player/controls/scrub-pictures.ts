import { savesData } from "../../device/playback.ts";
import type { Player } from "../core/player.ts";
import { canPlayByScript } from "../engines/attach-engine.ts";
import type { Frames } from "../engines/hls-frames.ts";

export interface ScrubPictures {
  show(seconds: number | undefined): void; // undefined once the pointer has left
}

const KEPT_MS = 20_000; // in case the viewer soon scrubs again
const MAX_WIDTH = 480; // of the drawn picture, which is displayed at half its size
const LATE_SECONDS = 10; // a picture farther from the pointer is dimmed until the right one is drawn

export function createScrubPictures(
  player: Player,
  slider: HTMLElement,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): ScrubPictures {
  let source: FrameSource | undefined;
  let failed = false;
  let wanted: number | undefined;
  let seekingTo: number | undefined;
  let drawn: number | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const mark = () => {
    const away = Math.abs((wanted ?? Number.NaN) - (drawn ?? Number.NaN));
    slider.toggleAttribute("data-pictured", !Number.isNaN(away));
    canvas.toggleAttribute("data-late", away > LATE_SECONDS);
  };
  const stop = () => {
    clearTimeout(idle);
    source?.stop();
    source = undefined;
    seekingTo = undefined;
    drawn = undefined;
    mark();
  };
  const fail = () => {
    failed = true;
    stop();
  };
  const onFrame = (video: HTMLVideoElement) => {
    draw(video, canvas);
    drawn = seekingTo ?? drawn;
    seekingTo = undefined;
    mark();
    seek();
  };
  const seek = () => {
    if (seekingTo !== undefined || wanted === undefined || wanted === drawn) return;
    const src = player.stream()?.src;
    if (!src) return;
    source ??= openFrames(src, onFrame, fail);
    seekingTo = wanted;
    source.seek(wanted);
  };

  player.video.addEventListener("emptied", stop, { signal });
  signal.addEventListener("abort", stop);
  return {
    show(seconds) {
      clearTimeout(idle);
      if (seconds === undefined) failed = false;
      wanted = failed ? undefined : secondToDraw(player, seconds);
      mark();
      if (wanted !== undefined) seek();
      else idle = setTimeout(stop, KEPT_MS);
    },
  };
}

function secondToDraw(player: Player, seconds: number | undefined): number | undefined {
  const { preview, loaded } = player.state();
  if (seconds === undefined || (preview && seconds >= preview.end)) return undefined;
  if (player.stream()?.kind !== "hls" || !canPlayByScript()) return undefined;
  return Math.max(0, Math.min(seconds, loaded));
}

interface FrameSource {
  seek(seconds: number): void;
  stop(): void;
}

const FRAME_SECONDS = 0.2; // a presented frame starts at most this long before the second: 5 fps or more
// Animation frames, about a second. A timer would also run while a busy page presents nothing.
const PRESENTED_STEPS = 60;

function openFrames(
  src: string,
  onFrame: (video: HTMLVideoElement) => void,
  onFailed: () => void,
): FrameSource {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  let frames: Frames | undefined;
  let wanted = 0;
  let stopped = false;
  const reportsFrames = "requestVideoFrameCallback" in video;
  // media time of the presented frame, after a seek still the previous one's; undefined while the element is black
  let presented: number | undefined;
  let waiting = 0;

  const settle = () => {
    cancelAnimationFrame(waiting);
    if (!stopped && video.readyState >= video.HAVE_CURRENT_DATA && !video.seeking) onFrame(video);
  };
  const settleIfPresented = () => {
    if (Math.abs(video.currentTime - (presented ?? Number.NaN)) < FRAME_SECONDS) settle();
  };
  const settleAfter = (steps: number) => {
    waiting = requestAnimationFrame(() => (steps > 0 ? settleAfter(steps - 1) : settle()));
  };
  const onSeeked = () => {
    cancelAnimationFrame(waiting);
    if (!reportsFrames || presented !== undefined) settleAfter(PRESENTED_STEPS);
    settleIfPresented();
  };
  const onPresented: VideoFrameRequestCallback = (_now, { mediaTime }) => {
    video.requestVideoFrameCallback(onPresented);
    presented = mediaTime;
    settleIfPresented();
  };
  for (const event of ["seeked", "loadeddata"]) video.addEventListener(event, onSeeked);
  if (reportsFrames) video.requestVideoFrameCallback(onPresented);

  async function open() {
    const { hlsIsSupported } = await import("../engines/hls-engine.ts");
    const { loadFrames } = await import("../engines/hls-frames.ts");
    if (stopped) return;
    if (!hlsIsSupported() || savesData()) return onFailed();
    frames = loadFrames(video, src, onFailed);
    frames.seek(wanted);
  }
  open().catch(onFailed);
  return {
    seek(seconds) {
      wanted = seconds;
      cancelAnimationFrame(waiting);
      frames?.seek(seconds);
    },
    stop() {
      stopped = true;
      cancelAnimationFrame(waiting);
      frames?.destroy();
    },
  };
}

function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement) {
  const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
}
