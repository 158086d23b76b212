import { UpstreamFault } from "./errors.ts";

export class QueueFullError extends UpstreamFault {
  override name = "QueueFull";
  constructor(waiting: number) {
    super(`${waiting} calls are already waiting. The upstream is too slow for this load.`, {
      kind: "busy",
    });
  }
}

/** Runs up to `running` tasks at the same time, queues up to `waiting` more, and rejects others immediately. */
export function createLimiter(limits: { running: number; waiting: number }) {
  const queue = new Set<() => void>();
  let running = 0;

  const startNext = () => {
    const [next] = queue;
    if (!next) running -= 1;
    else {
      queue.delete(next);
      next();
    }
  };

  const waitForSlot = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (queue.size >= limits.waiting) return reject(new QueueFullError(limits.waiting));
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        queue.delete(start);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      queue.add(start);
      signal?.addEventListener("abort", abort, { once: true });
    });

  return {
    get running() {
      return running;
    },
    get waiting() {
      return queue.size;
    },
    /** @throws {QueueFullError}, or the signal's reason if it aborts while the task is queued */
    async run<Value>(task: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
      if (running >= limits.running) await waitForSlot(signal);
      else running += 1;
      try {
        return await task();
      } finally {
        startNext();
      }
    },
  };
}
