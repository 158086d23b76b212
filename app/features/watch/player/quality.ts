/** How playing went since that was last told; durations in milliseconds. */
export interface Quality {
  /** From the wish to watch to the first picture that moves; only once. */
  firstFrame?: number;
  stalls: number;
  stalled: number;
}

/** Follows how well a video plays; `take` gives what is new, and what is running counts until now. */
export function followQuality(video: HTMLVideoElement, signal: AbortSignal) {
  let wantedAt: number | undefined;
  let shown = false;
  let stalledAt: number | undefined;
  let news: Quality = { stalls: 0, stalled: 0 };

  const on = (name: string, listener: () => void) =>
    video.addEventListener(name, listener, { signal });
  const countStall = () => {
    if (stalledAt === undefined) return;
    const now = performance.now();
    news.stalled += Math.round(now - stalledAt);
    stalledAt = now;
  };
  const endStall = () => {
    countStall();
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
    take(): Quality {
      countStall();
      const taken = news;
      news = { stalls: 0, stalled: 0 };
      return taken;
    },
  };
}
