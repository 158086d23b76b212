/** Consecutive faults that open the breaker. */
const FAULTS = 5;
/** Interval between probes in milliseconds: the first, doubled each time up to the last. */
const FIRST_PROBE_MS = 100;
const LONGEST_PROBE_MS = 2_000;
/** Each interval is multiplied by a random factor from this to 1, so that instances do not probe in step. */
const JITTER_FROM = 0.5;

/**
 * A circuit breaker for one server. It opens after five consecutive faults; if all of them are of the same call, which
 * may be broken by itself, only if the probe fails as well. While it is open, calls fail at once and only probes are
 * sent, with growing intervals up to two seconds.
 */
export interface Breaker {
  readonly open: boolean;
  /** Consecutive faults. */
  readonly faults: number;
  /** How many of `faults` were the proxy's. */
  readonly proxyFaults: number;
  succeeded(): void;
  /**
   * @param call the name of the call that failed
   * @param byProxy whether the proxy failed, not the server
   */
  failed(call: string, byProxy?: boolean): void;
  /** Stops probing permanently. */
  close(): void;
}

/**
 * @param probe resolves when the server works. Probes may overlap, so one that hangs does not delay the recovery.
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
