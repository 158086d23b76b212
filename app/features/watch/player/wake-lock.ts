/** Keeps the screen on while the video plays in sight. Returns what takes it off again. */
export function keepAwake(video: HTMLVideoElement) {
  const life = new AbortController();
  let lock: WakeLockSentinel | undefined;
  let asking = false;

  const wanted = () =>
    !life.signal.aborted && !video.paused && !video.ended && document.visibilityState === "visible";
  const settle = async () => {
    if (asking) return;
    if (!wanted()) {
      const kept = lock;
      lock = undefined;
      return kept?.release();
    }
    if (lock && !lock.released) return;
    asking = true;
    // a phone that saves its battery says no
    lock = await navigator.wakeLock.request("screen").catch(() => undefined);
    asking = false;
    if (!wanted()) return settle();
  };

  if ("wakeLock" in navigator) {
    const on = { signal: life.signal };
    for (const event of ["play", "pause", "ended", "emptied"])
      video.addEventListener(event, settle, on);
    document.addEventListener("visibilitychange", settle, on);
    void settle();
  }
  return () => {
    life.abort();
    void settle();
  };
}
