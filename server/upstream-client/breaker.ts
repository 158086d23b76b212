const FAULTS = 5;
const FIRST_PROBE_MS = 100;
const LONGEST_PROBE_MS = 2_000;
/** The smallest random factor of an interval, so that instances do not probe in step. */
const JITTER_FROM = 0.5;

/**
 * Opens after five consecutive faults; if all are of one call, only if the probe fails, too. While
 * open, calls fail at once and only probes are sent.
 */
export interface Breaker {
  readonly open: boolean;
  readonly faults: number;
  readonly proxyFaults: number;
  succeeded(): void;
  /** @param byProxy whether the proxy failed, not the server */
  failed(call: string, byProxy?: boolean): void;
  close(): void;
}

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
