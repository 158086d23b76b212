import { performance } from "node:perf_hooks";
import { Client } from "undici";
import type { Load, LoadResult, Visit } from "./load.ts";

/** Half of the load, in a process of its own: `connections` visitors who each ask again as soon as they are answered. */

let visit = 0;

async function run(load: Load): Promise<LoadResult> {
  const { origin, connections, milliseconds, visits } = load;
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const started = performance.now();
  const idle = performance.eventLoopUtilization();

  async function visitor(first: number) {
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

const ask = (client: Client, { path, headers }: Visit) =>
  new Promise<number>((resolve, reject) => {
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
        onResponseError: (_controller, error) => reject(error),
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
