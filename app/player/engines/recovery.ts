import { type ErrorData, ErrorTypes } from "hls.js";
import type { FailureCause } from "./engine.ts";

export const causesByStatus: Partial<Record<number, FailureCause>> = {
  401: "refused",
  403: "refused",
  404: "missing",
  410: "missing",
  504: "slow",
};

export function causeOf({ type, details, response }: ErrorData): FailureCause {
  if (type === ErrorTypes.MEDIA_ERROR) return "undecodable";
  if (details.endsWith("TimeOut")) return "slow";
  return response?.code === 0 ? "disconnected" : (causesByStatus[response?.code ?? 0] ?? "unknown");
}

export interface RecoveryCallbacks {
  restart(): void;
  recoverMedia(): void;
  swapAudioCodec(): void;
  isStalled(): boolean;
  hasAlternative(): boolean;
  giveUp(refused: boolean): void; // refused: reloading the playlist may help
}

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 8_000;
const MAX_TRIES = 8; // more, as playback continues from the buffer
const MAX_TRIES_STALLED = 3;
const MAX_TRIES_WITH_ALTERNATIVE = 1; // fewer, as another source is available
const RECURRENCE_MS = 10_000; // a media error that recurs sooner was not fixed

export function createRecovery(callbacks: RecoveryCallbacks) {
  let networkTries = 0;
  let mediaTries = 0;
  let refused = false; // the last answer was a refusal: addresses in playlists expire
  let offline = false; // hls.js waits for the network, however long
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
    wentOffline() {
      offline = true;
      if (callbacks.isStalled()) callbacks.giveUp(false);
    },
    dataArrived() {
      networkTries = 0;
      refused = offline = false;
    },
    stalled() {
      if (refused || (offline && !navigator.onLine)) callbacks.giveUp(refused);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
