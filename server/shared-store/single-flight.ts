interface Flight<Result> {
  result: Promise<Result>;
  callers: number;
  stop: AbortController;
  kept: boolean;
}

/** Concurrent calls share one, which is aborted once all callers have. Results, not failures, are kept `keepMs`. */
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
    // runs before the callers' handlers; also handles a rejection after all callers have aborted
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
    let abort = () => {};
    const aborted = new Promise<never>((_resolve, reject) => {
      abort = () => reject(caller?.reason);
      caller?.addEventListener("abort", abort, { once: true });
    });
    try {
      return await Promise.race([flight.result, aborted]);
    } finally {
      caller?.removeEventListener("abort", abort);
      flight.callers -= 1;
      if (flight.callers === 0 && !flight.kept) {
        forget(key, flight);
        flight.stop.abort();
      }
    }
  };
}
