import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";

/** One request of a visitor. `{n}` in its path becomes a text that no other request has. */
export interface Visit {
  path: string;
  headers: Record<string, string>;
}

export interface Load {
  origin: string;
  /** How many visitors ask at the same time, each over a connection of its own. */
  connections: number;
  milliseconds: number;
  /** The visitors begin at different ones and go round. */
  visits: Visit[];
}

/** In place of the status of a missing or incomplete answer. */
export const BROKEN = 0;

export interface LoadResult {
  /** In milliseconds. */
  latencies: Float64Array;
  statuses: Map<number, number>;
  seconds: number;
  /** The share of the time in which the generator itself was at work. */
  busy: number;
}

export interface Answered {
  requests: number;
  /** How many of them had a missing or incomplete answer. */
  broken: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** A server that only sends bytes is as quick as one of them; on two cores a second one would only take its time. */
const GENERATORS = cpus().length > 2 ? 2 : 1;
/** Above this share of busy time a generator measures itself. */
const TOO_BUSY = 0.97;

/** Processes that send load. */
export function startGenerators() {
  const file = new URL("./load-worker.ts", import.meta.url);
  const generators = Array.from({ length: GENERATORS }, () => {
    const child = fork(file, [], { execArgv: ["--import", "tsx"], serialization: "advanced" });
    return { child, ended: once(child, "exit") };
  });
  return {
    /** @throws when an answer is not a page: a status other than 200 is a fault of the measurement */
    async send({ connections, visits, ...load }: Load): Promise<Answered> {
      const parts = generators.map((generator, index) => ({
        generator,
        load: {
          ...load,
          connections: Math.ceil((connections - index) / GENERATORS),
          visits: rotated(visits, index * Math.ceil(visits.length / GENERATORS)),
        },
      }));
      const busy = parts.filter((part) => part.load.connections > 0);
      return summed(await Promise.all(busy.map((part) => ask(part.generator, part.load))));
    },
    stop() {
      for (const { child } of generators) child.kill();
    },
  };
}

const rotated = (visits: Visit[], by: number) => {
  const start = by % visits.length;
  return [...visits.slice(start), ...visits.slice(0, start)];
};

interface Generator {
  child: ChildProcess;
  ended: Promise<unknown[]>;
}

async function ask({ child, ended }: Generator, load: Load): Promise<LoadResult> {
  const stopped = new AbortController();
  const answer = once(child, "message", { signal: stopped.signal });
  ended.then(() => stopped.abort(new Error("a load generator ended")));
  child.send(load);
  const [result] = await answer;
  return result as LoadResult;
}

function summed(results: LoadResult[]): Answered {
  for (const { statuses, busy } of results) {
    const others = [...statuses.keys()].filter((status) => ![200, BROKEN].includes(status));
    if (others.length > 0) throw new Error(`answers with status ${others.join(", ")}`);
    if (busy > TOO_BUSY) console.warn(`a load generator was at work for ${busy.toFixed(2)}`);
  }
  const latencies = Float64Array.from(results.flatMap((one) => [...one.latencies])).sort();
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    requests: latencies.length,
    broken: results.reduce((sum, { statuses }) => sum + (statuses.get(BROKEN) ?? 0), 0),
    perSecond: results.reduce((sum, one) => sum + one.latencies.length / one.seconds, 0),
    p50: at(0.5),
    p99: at(0.99),
  };
}
