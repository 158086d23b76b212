/** In seconds: how near to the end of its preview a video counts as having reached it. */
const NEAR = 0.05;
/** In seconds: from here on a timer is more exact than the element's own time updates. */
const SOON = 1;

const signs = ["timeupdate", "play", "seeking", "ended", "loadedmetadata", "ratechange"];

/**
 * Holds a video at the end of its preview: it pauses, goes back to that second and tells `onHeld`; every attempt to
 * go on does the same again. Without an end there is no gate.
 */
export function createGate(video: HTMLVideoElement, onHeld: () => void, signal: AbortSignal) {
  let ends: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hold = (end: number) => {
    video.pause();
    // at its very end a video would start anew when it is played
    const at = Math.min(end, video.duration - NEAR);
    if (Math.abs(video.currentTime - at) > NEAR) video.currentTime = at;
    onHeld();
  };
  const look = () => {
    clearTimeout(timer);
    if (ends === undefined || video.readyState < video.HAVE_METADATA) return;
    const end = Math.min(ends, video.duration - NEAR);
    const left = end - video.currentTime;
    if (left > NEAR) {
      if (!video.paused && left < SOON)
        timer = setTimeout(look, (left * 1_000) / video.playbackRate);
      return;
    }
    if (!video.paused || video.ended || left < -NEAR) hold(ends);
  };
  for (const sign of signs) video.addEventListener(sign, look, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));

  return {
    /** @param end in seconds; undefined opens the gate */
    moveTo(end: number | undefined) {
      ends = end;
      look();
    },
  };
}
