export class QueueFullError extends Error {
  override name = "QueueFull";
}

/** Up to `waiting` jobs queue, the rest is rejected at once. */
export interface Limiter {
  readonly running: number;
  readonly waiting: number;
  /** @throws {QueueFullError}, or the signal's reason when it aborts while the work is queued */
  run<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
}

export function createLimiter(limits: { running: number; waiting: number }): Limiter {
  const queue = new Set<() => void>();
  let running = 0;

  const end = () => {
    const [next] = queue;
    if (!next) running -= 1;
    else {
      queue.delete(next);
      next();
    }
  };

  const turn = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (queue.size >= limits.waiting) return reject(new QueueFullError());
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        queue.delete(start);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      queue.add(start);
      signal?.addEventListener("abort", leave, { once: true });
    });

  return {
    get running() {
      return running;
    },
    get waiting() {
      return queue.size;
    },
    async run(work, signal) {
      if (running >= limits.running) await turn(signal);
      else running += 1;
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
