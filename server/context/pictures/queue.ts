/** There is more to do than can be done soon: whoever asks should come back. */
export class TooBusy extends Error {
  override name = "TooBusy";
}

/** Does so much at once, lets so much wait, first come first served, and forgets what nobody waits for. */
export interface Queue {
  /**
   * @param signal takes the work out of the queue; what has begun is finished
   * @throws {TooBusy} at once, when too much is waiting
   */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  readonly waiting: number;
}

export function createQueue(options: { atOnce: number; waiting: number }): Queue {
  const line = new Set<() => void>();
  let running = 0;

  const turn = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.delete(start);
        reject(signal?.reason);
      };
      const start = () => {
        line.delete(start);
        signal?.removeEventListener("abort", leave);
        running += 1;
        resolve();
      };
      if (signal?.aborted) return reject(signal.reason);
      if (running < options.atOnce) return start();
      if (line.size >= options.waiting) return reject(new TooBusy());
      line.add(start);
      signal?.addEventListener("abort", leave, { once: true });
    });

  return {
    async run(work, signal) {
      await turn(signal);
      try {
        return await work();
      } finally {
        running -= 1;
        const [next] = line;
        next?.();
      }
    },
    get waiting() {
      return line.size;
    },
  };
}
