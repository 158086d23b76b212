import { createVisitor } from "../../support/servers/site.ts";
import { compare, type Measured, type MeasureOptions } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { computedMs, megabytes } from "../setup/cores.ts";
import { startGenerators, type Visit } from "../setup/load.ts";
import { startSiteToMeasure } from "../setup/servers.ts";
import { RENDERED_ANEW, withCookies } from "../setup/visitors.ts";

/**
 * What a request costs, and what the site's process holds, when more visitors come at the same time:
 * `npm run build && npx tsx tests/bench/measures/growth-visitors.ts`.
 */

const group = "growth of visitors";
const FEW = 10;
/** The last one comes twice: what the first time left behind must do for the second. */
const CONCURRENT = [FEW, 100, 300, 1_000, 1_000];
const LIST = "/sreinfo?type=0&sonType=&searchStr=&title=";

interface Crowd {
  name: string;
  visits: Visit[];
  milliseconds: number;
}

/** Visitors with cookies of their own, on the public pages. */
async function crowdsOf(site: string, quick: boolean): Promise<Crowd[]> {
  const cookies: Visit["headers"][] = [];
  while (cookies.length < (quick ? 20 : 200)) {
    const visitor = createVisitor(fetch, site);
    await visitor.read("/");
    cookies.push(withCookies(visitor.cookies));
  }
  const onPages = (paths: string[]) =>
    cookies.flatMap((headers) => paths.map((path) => ({ path, headers })));
  return [
    {
      name: "the same pages",
      visits: onPages(["/", LIST, LIST.replace("?", ".data?")]),
      milliseconds: quick ? 500 : 5_000,
    },
    {
      name: "home rendered anew",
      visits: onPages([RENDERED_ANEW]),
      milliseconds: quick ? 1_000 : 8_000,
    },
  ];
}

type Cost = { connections: number; broken: number; cpu: number; memory: number };

function rowsOf(name: string, costs: Cost[]): Measured[] {
  const [first] = costs;
  if (!first) return [];
  const rows = costs.flatMap(({ connections, cpu, memory }, index) => {
    const again = costs[index - 1]?.connections === connections;
    const what = `${name}, ${connections} at a time${again ? " again" : ""}`;
    const beside = again ? (costs[index - 1] ?? first) : first;
    const besideName = again ? "the first time" : `${FEW} at a time`;
    return [
      compare(
        {
          group,
          what: `${what}: CPU of a request`,
          value: cpu,
          unit: "ms",
          ...(index > 0 && { goal: { atMost: 1.3 } }),
        },
        { what: besideName, value: beside.cpu },
      ),
      compare(
        {
          group,
          what: `${what}: resident memory`,
          value: memory,
          unit: "MB",
          ...(again && { goal: { atMost: 1.2 } }),
        },
        { what: besideName, value: beside.memory },
      ),
    ];
  });
  const broken = costs.reduce((sum, cost) => sum + cost.broken, 0);
  const none = { value: broken, unit: "answers", goal: { atMost: 0 } };
  return [...rows, { group, what: `${name}: answers that broke off or never came`, ...none }];
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startSiteToMeasure();
  const generators = startGenerators();
  const rows: Measured[] = [];
  try {
    for (const { name, visits, milliseconds } of await crowdsOf(site.url, quick)) {
      const load = { origin: site.url, visits, milliseconds };
      // warms what the first one would have to wait for
      await generators.send({ ...load, connections: FEW });
      const costs: Cost[] = [];
      for (const connections of CONCURRENT) {
        const before = computedMs(site.pid);
        const { requests, broken } = await generators.send({ ...load, connections });
        const cpu = (computedMs(site.pid) - before) / requests;
        costs.push({ connections, broken, cpu, memory: megabytes(site.pid) });
      }
      rows.push(...rowsOf(name, costs));
    }
    return rows;
  } finally {
    generators.stop();
    await site.stop();
  }
}

runAlone(import.meta.url, measure);
