/** What can be done about a stream that stopped arriving or cannot be decoded. */
export interface RecoveryCallbacks {
  /** Asks for the missing data again. */
  restart(): void;
  recoverMedia(): void;
  swapAudioCodec(): void;
  /** Whether playback waits for data. */
  isStalled(): boolean;
  /** Whether another source has the same episode. */
  hasAlternative(): boolean;
  giveUp(): void;
}

/** In milliseconds. */
const FIRST_DELAY = 1_000;
const MAX_DELAY = 8_000;
/** While the buffer plays on, trying longer costs the viewer nothing. */
const MAX_TRIES = 8;
const MAX_TRIES_STALLED = 3;
/** Switching to another source is faster than waiting for this one. */
const MAX_TRIES_WITH_ALTERNATIVE = 1;
/** In milliseconds: a media error that comes back sooner was not solved by the last attempt. */
const RECURRENCE = 10_000;

/** Decides how often and how fast to try again; data that arrives resets the count. */
export function createRecovery(callbacks: RecoveryCallbacks) {
  let networkTries = 0;
  let mediaTries = 0;
  let lastMediaError = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    networkFailed() {
      if (timer !== undefined) return;
      const stalled = callbacks.hasAlternative() ? MAX_TRIES_WITH_ALTERNATIVE : MAX_TRIES_STALLED;
      const most = callbacks.isStalled() ? stalled : MAX_TRIES;
      if (networkTries >= most) return callbacks.giveUp();
      timer = setTimeout(
        () => {
          timer = undefined;
          callbacks.restart();
        },
        Math.min(FIRST_DELAY * 2 ** networkTries, MAX_DELAY),
      );
      networkTries += 1;
    },
    mediaFailed() {
      const now = performance.now();
      mediaTries = now - lastMediaError < RECURRENCE ? mediaTries + 1 : 1;
      lastMediaError = now;
      if (mediaTries > 2) return callbacks.giveUp();
      if (mediaTries === 2) callbacks.swapAudioCodec();
      callbacks.recoverMedia();
    },
    dataArrived() {
      networkTries = 0;
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
