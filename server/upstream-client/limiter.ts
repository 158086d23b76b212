/** Thrown where too many wait already. */
export class QueueFullError extends Error {
  override name = "QueueFull";
}

/** Lets so many pieces of work run at once and so many wait for their turn; the next is turned away at once. */
export interface Limiter {
  readonly running: number;
  readonly waiting: number;
  /**
   * @throws {QueueFullError} when the queue is full
   * @throws the signal's reason when it aborts before the work's turn has come
   */
  run<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
}

export function createLimiter(limits: { running: number; waiting: number }): Limiter {
  const queue = new Set<() => void>();
  let running = 0;

  /** The one that ends hands its place on. */
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
