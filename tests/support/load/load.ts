import type { createVisitor } from "../servers/site.ts";

type Visitor = Pick<ReturnType<typeof createVisitor>, "request">;

/** The results of a load's requests. */
export interface Load {
  requests: number;
  /** Responses with a 5xx status, and requests without a complete response. */
  failures: string[];
  /** Requests that failed and were sent once more, as a browser would. */
  repeated: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  longest: number;
}

/** Starts visitors who request pages without a pause until `end` is called. */
export function startLoad(visitors: readonly Visitor[], paths: readonly string[]) {
  const took: number[] = [];
  const failures: string[] = [];
  let repeated = 0;
  let ended = false;

  async function read(visitor: Visitor, path: string): Promise<number> {
    const answer = await visitor.request(path);
    await answer.arrayBuffer();
    return answer.status;
  }
  async function browse(visitor: Visitor, first: number) {
    for (let step = first; !ended; step += 1) {
      const path = paths[step % paths.length] ?? "/";
      const started = performance.now();
      const status = await read(visitor, path).catch((error: unknown) => {
        repeated += 1;
        return read(visitor, path).catch(() => String(error));
      });
      took.push(performance.now() - started);
      if (typeof status === "string" || status >= 500) failures.push(`${path}: ${status}`);
    }
  }
  const browsing = visitors.map(browse);
  return {
    done: () => took.length,
    async end(): Promise<Load> {
      ended = true;
      await Promise.all(browsing);
      const sorted = took.sort((one, other) => one - other);
      const at = (share: number) =>
        Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
      return {
        requests: sorted.length,
        failures,
        repeated,
        p50: at(0.5),
        p99: at(0.99),
        longest: at(1),
      };
    },
  };
}

/** One line for the test's output. */
export const printed = (what: string, load: Load) =>
  console.log(
    `${what}: ${load.requests} requests, ${load.failures.length} failures, ${load.repeated} repeated, ` +
      `p50 ${load.p50} ms, p99 ${load.p99} ms, longest ${load.longest} ms`,
  );
