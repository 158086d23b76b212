import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "undici";
import { BROKEN, type Load, type LoadResult, type Visit } from "./load.ts";

/** A part of the load, in a process of its own: `connections` visitors who each ask again as soon as they are answered. */

/** Visitors arrive within this time. */
const ARRIVAL_MS = 200;

let visit = 0;

async function run(load: Load): Promise<LoadResult> {
  const { origin, connections, milliseconds, visits } = load;
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const started = performance.now();
  const idle = performance.eventLoopUtilization();

  async function visitor(first: number) {
    // a thousand people do not come in the same millisecond
    await wait(Math.random() * ARRIVAL_MS);
    const client = new Client(origin);
    for (let turn = first; performance.now() - started < milliseconds; turn += 1) {
      visit += 1;
      const asked = performance.now();
      const status = await ask(client, visits[turn % visits.length] as Visit);
      latencies.push(performance.now() - asked);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    await client.close();
  }

  await Promise.all(Array.from({ length: connections }, (_, index) => visitor(index)));
  return {
    latencies: Float64Array.from(latencies),
    statuses,
    seconds: (performance.now() - started) / 1000,
    busy: performance.eventLoopUtilization(idle).utilization,
  };
}

/** The answer's status, or `BROKEN`. */
const ask = (client: Client, { path, headers }: Visit) =>
  new Promise<number>((resolve) => {
    let status = 0;
    client.dispatch(
      { method: "GET", path: path.replace("{n}", `${process.pid}-${visit}`), headers },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData() {},
        onResponseEnd: () => resolve(status),
        onResponseError: () => resolve(BROKEN),
      },
    );
  });

process.on("message", (load: Load) => {
  run(load).then(
    (result) => process.send?.(result),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
