import type { Measured, MeasureOptions } from "../report/report.ts";
import { median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { computedMs } from "../setup/cores.ts";
import { startGenerators } from "../setup/load.ts";
import { startSiteToMeasure } from "../setup/servers.ts";
import { returningVisits } from "../setup/visitors.ts";

/**
 * What each page of a member costs the site's process, without the upstream:
 * `npm run build && npx tsx tests/bench/measures/member-pages.ts`.
 */

const group = "member pages";
const PAGES = [
  "/mine",
  "/mine.data",
  "/vip",
  "/sign",
  "/history",
  "/order",
  "/collengt",
  "/member",
];
const CONNECTIONS = 8;

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startSiteToMeasure();
  const generators = startGenerators();
  try {
    const members = (await returningVisits(site.url, 20)).open;
    const [rounds, milliseconds] = quick ? [1, 500] : [5, 1_500];
    const turns = PAGES.map((path) => ({ path, costs: [] as number[], rates: [] as number[] }));
    for (let round = 0; round <= rounds; round += 1) {
      for (const { path, costs, rates } of turns) {
        const visits = members.map((headers) => ({ path, headers }));
        const before = computedMs(site.pid);
        const load = { origin: site.url, connections: CONNECTIONS, milliseconds, visits };
        const { requests, perSecond } = await generators.send(load);
        // the first round warms the site
        if (round === 0) continue;
        costs.push((computedMs(site.pid) - before) / requests);
        rates.push(perSecond);
      }
    }
    return turns.flatMap(({ path, costs, rates }) => [
      { group, what: `${path}: CPU of a request`, value: median(costs), unit: "ms" },
      { group, what: path, value: median(rates), unit: "req/s" },
    ]);
  } finally {
    generators.stop();
    await site.stop();
  }
}

runAlone(import.meta.url, measure);
