/** In a row, before the server is left alone. */
const FAULTS = 5;
/** Between one look whether it has recovered and the next, in milliseconds: at first, and doubled each time up to this. */
const FIRST_PROBE_MS = 100;
const LONGEST_PROBE_MS = 2_000;
/** Instances that opened together look at different moments: each pause is this part of it at least. */
const JITTER_FROM = 0.5;

/**
 * Knows whether a server is worth asking. It opens after five faults in a row; where they are all of one call, which
 * may be broken by itself, only if the probe fails as well. Visitors never wait for a recovery: while it is open, calls
 * fail at once and only the probe still asks, at first soon and often, at last every two seconds.
 */
export interface Breaker {
  readonly open: boolean;
  /** Faults since the last good answer. */
  readonly faults: number;
  /** Those of them that were faults of a proxy on the way. */
  readonly proxyFaults: number;
  succeeded(): void;
  /**
   * @param call the name of the call that failed
   * @param byProxy whether a proxy on the way failed
   */
  failed(call: string, byProxy?: boolean): void;
  /** Ends the probing, for good. */
  close(): void;
}

/**
 * @param probe resolves when the server answers as it should. Probes may overlap: one that hangs does not keep the
 *   next from finding that the server is back.
 */
export function createBreaker(probe: () => Promise<unknown>): Breaker {
  const failing = new Set<string>();
  let faults = 0;
  let proxyFaults = 0;
  let timer: NodeJS.Timeout | undefined;
  let judging = false;
  let closed = false;

  function succeeded() {
    clearTimeout(timer);
    timer = undefined;
    faults = 0;
    proxyFaults = 0;
    failing.clear();
  }
  const look = () => void probe().then(succeeded, () => undefined);
  function lookAfter(ms: number) {
    const pause = ms * (JITTER_FROM + Math.random() * (1 - JITTER_FROM));
    timer = setTimeout(() => {
      lookAfter(Math.min(LONGEST_PROBE_MS, ms * 2));
      look();
    }, pause).unref();
  }
  function open() {
    if (!closed && !timer) lookAfter(FIRST_PROBE_MS);
  }
  function judge() {
    if (judging) return;
    judging = true;
    void probe()
      .then(succeeded, open)
      .finally(() => {
        judging = false;
      });
  }

  return {
    get open() {
      return timer !== undefined;
    },
    get faults() {
      return faults;
    },
    get proxyFaults() {
      return proxyFaults;
    },
    succeeded,
    failed(call, byProxy = false) {
      faults += 1;
      if (byProxy) proxyFaults += 1;
      failing.add(call);
      if (timer || faults < FAULTS) return;
      if (failing.size === 1) return judge();
      open();
      look();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
