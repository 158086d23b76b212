interface Flight<Result> {
  result: Promise<Result>;
  callers: number;
  stop: AbortController;
  /** Succeeded; the result is kept for `keepMs`. */
  kept: boolean;
}

/**
 * Concurrent calls with the same key share one. A caller's signal ends only that caller's wait; once all callers have
 * aborted, the call is aborted.
 *
 * @param keepMs how long a result is reused after the call has ended, in milliseconds; failures are not
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
    // first, so that it runs before the callers' handlers; also handles the rejection if all callers have aborted
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
