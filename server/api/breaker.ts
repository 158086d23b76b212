/** In a row, before the server is left alone. */
const FAULTS = 5;
/** One broken call among good ones is no reason to give up the others. */
const DIFFERENT_CALLS = 2;
/** Between one look whether it has recovered and the next, in milliseconds. */
const PROBE_MS = 2_000;

/**
 * Knows whether a server is worth asking. Visitors never wait for the answer: once it is open, calls fail at once and
 * only the breaker's own probe still asks, first at once and then every two seconds.
 */
export interface Breaker {
  readonly open: boolean;
  /** Faults since the last good answer. */
  readonly faults: number;
  succeeded(): void;
  /** @param call the name of the call that failed */
  failed(call: string): void;
  /** Ends the probing. */
  close(): void;
}

/**
 * @param probe resolves when the server answers as it should. Probes may overlap: one that hangs does not keep the
 *   next from finding that the server is back.
 */
export function createBreaker(probe: () => Promise<unknown>): Breaker {
  const failing = new Set<string>();
  let faults = 0;
  let timer: NodeJS.Timeout | undefined;

  function succeeded() {
    clearInterval(timer);
    timer = undefined;
    faults = 0;
    failing.clear();
  }
  const look = () => void probe().then(succeeded, () => undefined);

  return {
    get open() {
      return timer !== undefined;
    },
    get faults() {
      return faults;
    },
    succeeded,
    failed(call) {
      faults += 1;
      failing.add(call);
      if (timer || faults < FAULTS || failing.size < DIFFERENT_CALLS) return;
      timer = setInterval(look, PROBE_MS).unref();
      look();
    },
    close: () => clearInterval(timer),
  };
}
