const FAULTS = 5;
const FIRST_PROBE_MS = 100;
const LONGEST_PROBE_MS = 2_000;
/** Intervals get a random factor from this to 1, so that instances do not probe in step. */
const MIN_JITTER = 0.5;

/**
 * Opens after five consecutive faults; if only one call failed, a probe must fail, too. While the breaker is open,
 * calls fail at once and only probes are sent.
 */
export function createBreaker(probe: () => Promise<unknown>) {
  const failedCalls = new Set<string>();
  let faults = 0;
  let proxyFaults = 0;
  let timer: NodeJS.Timeout | undefined;
  let isProbing = false;
  let closed = false;

  function recordSuccess() {
    clearTimeout(timer);
    timer = undefined;
    faults = 0;
    proxyFaults = 0;
    failedCalls.clear();
  }
  const probeAgain = () => void probe().then(recordSuccess, () => undefined);
  function scheduleProbe(ms: number) {
    const pause = ms * (MIN_JITTER + Math.random() * (1 - MIN_JITTER));
    timer = setTimeout(() => {
      scheduleProbe(Math.min(LONGEST_PROBE_MS, ms * 2));
      probeAgain();
    }, pause).unref();
  }
  function open() {
    if (!closed && !timer) scheduleProbe(FIRST_PROBE_MS);
  }
  function probeBeforeOpening() {
    if (isProbing) return;
    isProbing = true;
    void probe()
      .then(recordSuccess, open)
      .finally(() => {
        isProbing = false;
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
    recordSuccess,
    /** @param isProxyFault whether the proxy failed, not the server */
    recordFault(call: string, isProxyFault = false) {
      faults += 1;
      if (isProxyFault) proxyFaults += 1;
      failedCalls.add(call);
      if (timer || faults < FAULTS) return;
      if (failedCalls.size === 1) return probeBeforeOpening();
      open();
      probeAgain();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
