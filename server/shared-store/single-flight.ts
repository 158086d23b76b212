interface Flight<Result> {
  result: Promise<Result>;
  callers: number;
  stop: AbortController;
  kept: boolean;
}

/** Once all callers have aborted, the call is aborted; results, not failures, are kept `keepMs`. */
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
    // before the callers' handlers; also handles a rejection after all callers have aborted
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
