/** How playing went since that was last told; durations in milliseconds. */
export interface Smoothness {
  /** From the wish to watch to the first picture that moves; only once. */
  firstFrame?: number;
  stalls: number;
  stalled: number;
}

/** Follows how well a video plays; `take` gives what is new and ends a stall that is running. */
export function followSmoothness(video: HTMLVideoElement, signal: AbortSignal) {
  let wantedAt: number | undefined;
  let shown = false;
  let stalledAt: number | undefined;
  let news: Smoothness = { stalls: 0, stalled: 0 };

  const on = (name: string, listener: () => void) =>
    video.addEventListener(name, listener, { signal });
  const endStall = () => {
    if (stalledAt !== undefined) news.stalled += Math.round(performance.now() - stalledAt);
    stalledAt = undefined;
  };

  on("play", () => {
    wantedAt ??= performance.now();
  });
  on("playing", () => {
    if (!shown && wantedAt !== undefined)
      news.firstFrame = Math.round(performance.now() - wantedAt);
    shown = true;
    endStall();
  });
  on("waiting", () => {
    // a jump is waited for, too, but that is no stall
    if (!shown || video.seeking || video.paused || stalledAt !== undefined) return;
    stalledAt = performance.now();
    news.stalls += 1;
  });
  for (const name of ["pause", "seeking", "emptied", "ended"]) on(name, endStall);

  return {
    take(): Smoothness {
      endStall();
      const taken = news;
      news = { stalls: 0, stalled: 0 };
      return taken;
    },
  };
}
