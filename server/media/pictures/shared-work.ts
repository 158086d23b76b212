interface Work<Result> {
  result: Promise<Result>;
  askers: number;
  stop: AbortController;
}

/**
 * Work that several may wait for: whoever asks for the same joins it, whoever goes away leaves it, and when all have
 * left it is given up. Each asker's own signal ends that asker's wait only.
 */
export function createSharedWork<Result>() {
  const underWay = new Map<string, Work<Result>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const stop = new AbortController();
    const result = work(stop.signal).finally(() => {
      if (underWay.get(key)?.stop === stop) underWay.delete(key);
    });
    // every asker may have left before it fails
    result.catch(() => undefined);
    const begun = { result, askers: 0, stop };
    underWay.set(key, begun);
    return begun;
  }

  return async (
    key: string,
    work: (signal: AbortSignal) => Promise<Result>,
    asker?: AbortSignal,
  ): Promise<Result> => {
    asker?.throwIfAborted();
    const joined = underWay.get(key) ?? begin(key, work);
    joined.askers += 1;
    let leave = () => {};
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(asker?.reason);
      asker?.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([joined.result, left]);
    } finally {
      asker?.removeEventListener("abort", leave);
      joined.askers -= 1;
      if (joined.askers === 0) {
        if (underWay.get(key) === joined) underWay.delete(key);
        joined.stop.abort();
      }
    }
  };
}
