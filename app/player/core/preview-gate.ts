export interface Preview {
  end: number; // seconds
  fullDuration: number; // seconds; 0 if unknown
}

const TOLERANCE_SECONDS = 0.05;
const USED_UP_SECONDS = 1; // a preview with less left is used up

export const isUsedUp = (preview: Preview | undefined, startAt: number) =>
  preview !== undefined && startAt > 0 && startAt >= preview.end - USED_UP_SECONDS;

const TIMER_FROM_SECONDS = 1; // with less left a timer checks, more exactly than `timeupdate`

const events = ["timeupdate", "play", "seeking", "ended", "loadedmetadata", "ratechange"];

/** @returns what sets the preview's end, in seconds */
export function createPreviewGate(
  video: HTMLVideoElement,
  onEnded: () => void,
  signal: AbortSignal,
) {
  let previewEnd: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pauseAt = (end: number) => {
    video.pause();
    // `play()` at the very end would restart the video
    const last = Math.min(end, video.duration - TOLERANCE_SECONDS);
    if (Math.abs(video.currentTime - last) > TOLERANCE_SECONDS) video.currentTime = last;
    onEnded();
  };
  const check = () => {
    clearTimeout(timer);
    if (previewEnd === undefined || video.readyState < video.HAVE_METADATA) return;
    const end = Math.min(previewEnd, video.duration - TOLERANCE_SECONDS);
    const left = end - video.currentTime;
    if (left > TOLERANCE_SECONDS) {
      if (!video.paused && left < TIMER_FROM_SECONDS)
        timer = setTimeout(check, (left * 1_000) / (video.playbackRate || 1));
      return;
    }
    if (!video.paused || video.ended || left < -TOLERANCE_SECONDS) pauseAt(previewEnd);
  };
  for (const event of events) video.addEventListener(event, check, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));

  return (end: number | undefined) => {
    previewEnd = end;
    check();
  };
}
