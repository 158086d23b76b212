export interface RecoveryCallbacks {
  restart(): void;
  recoverMedia(): void;
  swapAudioCodec(): void;
  isStalled(): boolean;
  hasAlternative(): boolean;
  /** @param refused whether it may work with a playlist that is loaded again */
  giveUp(refused: boolean): void;
}

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 8_000;
/** Longer, because playback continues from the buffer. */
const MAX_TRIES = 8;
const MAX_TRIES_STALLED = 3;
/** Shorter, because another source is available. */
const MAX_TRIES_WITH_ALTERNATIVE = 1;
/** A media error recurring sooner was not fixed. */
const RECURRENCE_MS = 10_000;

/** Retries with backoff; arriving data resets the count. */
export function createRecovery(callbacks: RecoveryCallbacks) {
  let networkTries = 0;
  let mediaTries = 0;
  /** The last answer was a refusal: addresses in playlists expire. */
  let refused = false;
  let lastMediaError = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    networkFailed(status = 0) {
      refused = status >= 400 && status < 500;
      if (refused && callbacks.isStalled()) return callbacks.giveUp(refused);
      if (timer !== undefined) return;
      const stalled = callbacks.hasAlternative() ? MAX_TRIES_WITH_ALTERNATIVE : MAX_TRIES_STALLED;
      const most = callbacks.isStalled() ? stalled : MAX_TRIES;
      if (networkTries >= most) return callbacks.giveUp(refused);
      timer = setTimeout(
        () => {
          timer = undefined;
          callbacks.restart();
        },
        Math.min(FIRST_DELAY_MS * 2 ** networkTries, MAX_DELAY_MS),
      );
      networkTries += 1;
    },
    mediaFailed() {
      const now = performance.now();
      mediaTries = now - lastMediaError < RECURRENCE_MS ? mediaTries + 1 : 1;
      lastMediaError = now;
      if (mediaTries > 2) return callbacks.giveUp(false);
      if (mediaTries === 2) callbacks.swapAudioCodec();
      callbacks.recoverMedia();
    },
    dataArrived() {
      networkTries = 0;
      refused = false;
    },
    /** What was loaded has been watched. */
    stalled() {
      if (refused) callbacks.giveUp(refused);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
