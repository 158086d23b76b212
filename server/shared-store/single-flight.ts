interface Flight<Result> {
  result: Promise<Result>;
  callers: number;
  stop: AbortController;
  /** It has succeeded, and its result is there for who comes a moment later. */
  kept: boolean;
}

/**
 * Calls with the same key at the same time share one; when it has ended, the next one starts anew. A caller's own
 * signal ends that caller's wait only; when all callers have left, the call is aborted.
 *
 * @param keepMs for how long a result counts after the call has ended, in milliseconds; a failure never does
 */
export function createSingleFlight<Result>(keepMs = 0) {
  const underWay = new Map<string, Flight<Result>>();

  const forget = (key: string, flight: Flight<Result>) => {
    if (underWay.get(key) === flight) underWay.delete(key);
  };

  function start(key: string, call: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const stop = new AbortController();
    const flight = { result: call(stop.signal), callers: 0, stop, kept: false };
    const ended = () => forget(key, flight);
    const succeeded = () => {
      flight.kept = keepMs > 0;
      if (flight.kept) setTimeout(ended, keepMs).unref();
      else ended();
    };
    // before the callers go on; a failure is nobody's where all of them have left
    flight.result.then(succeeded, ended);
    underWay.set(key, flight);
    return flight;
  }

  return async (
    key: string,
    call: (signal: AbortSignal) => Promise<Result>,
    caller?: AbortSignal,
  ): Promise<Result> => {
    caller?.throwIfAborted();
    const flight = underWay.get(key) ?? start(key, call);
    flight.callers += 1;
    let leave = () => {};
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(caller?.reason);
      caller?.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([flight.result, left]);
    } finally {
      caller?.removeEventListener("abort", leave);
      flight.callers -= 1;
      if (flight.callers === 0 && !flight.kept) {
        forget(key, flight);
        flight.stop.abort();
      }
    }
  };
}
