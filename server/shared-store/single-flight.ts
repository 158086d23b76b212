interface Flight<Result> {
  result: Promise<Result>;
  callers: number;
  stop: AbortController;
}

/**
 * Calls with the same key at the same time share one; when it has ended, the next one starts anew. A caller's own
 * signal ends that caller's wait only; when all callers have left, the call is aborted.
 */
export function createSingleFlight<Result>() {
  const underWay = new Map<string, Flight<Result>>();

  function start(key: string, call: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const stop = new AbortController();
    const result = call(stop.signal).finally(() => {
      if (underWay.get(key)?.stop === stop) underWay.delete(key);
    });
    // every caller may have left before it fails
    result.catch(() => undefined);
    const flight = { result, callers: 0, stop };
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
      if (flight.callers === 0) {
        if (underWay.get(key) === flight) underWay.delete(key);
        flight.stop.abort();
      }
    }
  };
}
