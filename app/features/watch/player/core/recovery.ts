/** What can be done about a stream that stopped arriving or cannot be decoded. */
export interface Patient {
  /** Asks for the missing data again. */
  restart(): void;
  recoverMedia(): void;
  swapAudioCodec(): void;
  /** Whether the viewer is looking at a picture that does not move. */
  standsStill(): boolean;
  /** Whether the same can be watched from elsewhere. */
  hasAlternative(): boolean;
  giveUp(): void;
}

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 8_000;
/** While there is still something to show, more patience costs the viewer nothing. */
const MOST_TRIES = 8;
const TRIES_STANDING_STILL = 3;
/** Another source is sooner there than one that has to be waited for. */
const TRIES_WITH_ALTERNATIVE = 1;
/** A media error that comes back this soon was not cured by the last attempt. */
const RELAPSE = 10_000;

/** Decides how often and how fast to try again; every try that brings data starts the counting anew. */
export function createRecovery(patient: Patient) {
  let networkTries = 0;
  let mediaTries = 0;
  let lastMediaError = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    networkFailed() {
      if (timer !== undefined) return;
      const inSight = patient.hasAlternative() ? TRIES_WITH_ALTERNATIVE : TRIES_STANDING_STILL;
      const most = patient.standsStill() ? inSight : MOST_TRIES;
      if (networkTries >= most) return patient.giveUp();
      timer = setTimeout(
        () => {
          timer = undefined;
          patient.restart();
        },
        Math.min(FIRST_DELAY * 2 ** networkTries, LONGEST_DELAY),
      );
      networkTries += 1;
    },
    mediaFailed() {
      const now = performance.now();
      mediaTries = now - lastMediaError < RELAPSE ? mediaTries + 1 : 1;
      lastMediaError = now;
      if (mediaTries > 2) return patient.giveUp();
      if (mediaTries === 2) patient.swapAudioCodec();
      patient.recoverMedia();
    },
    dataArrived() {
      networkTries = 0;
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
