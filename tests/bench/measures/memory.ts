import type { Measured, MeasureOptions } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { megabytes } from "../setup/cores.ts";
import { startGenerators, type Visit } from "../setup/load.ts";
import { startSiteToMeasure } from "../setup/servers.ts";
import { firstVisit, returningVisits } from "../setup/visitors.ts";

/**
 * What the site's process holds while visitors look for what nobody has looked for before, members look at their pages
 * and pictures are drawn: `npm run build && npx tsx tests/bench/measures/memory.ts`.
 */

const group = "memory";
const VISITORS = [200, 1_000];
const WIDTHS = [180, 360, 540];

async function mixedVisits(site: string): Promise<Visit[]> {
  const headers = firstVisit("open");
  const home = await (await fetch(site, { headers })).text();
  const pictures = [...new Set(home.match(/\/image\/[\w.-]+/g))].slice(0, 40);
  const members = (await returningVisits(site, 10)).open;
  const search = { path: "/sreinfo?type=&sonType=&searchStr={n}&title=", headers };
  return [
    ...Array.from({ length: 60 }, () => search),
    ...members.flatMap((member) =>
      ["/mine", "/history", "/mine.data", "/member"].map((path) => ({ path, headers: member })),
    ),
    ...pictures.map((path, index) => ({
      path: `${path}?w=${WIDTHS[index % WIDTHS.length]}`,
      headers: { ...headers, accept: "image/webp" },
    })),
  ];
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startSiteToMeasure();
  const generators = startGenerators();
  const held = () => ({ group, value: megabytes(site.pid), unit: "MB" as const });
  try {
    const load = { origin: site.url, visits: await mixedVisits(site.url) };
    const [rounds, milliseconds] = quick ? [2, 1_000] : [6, 10_000];
    const measured: Measured[] = [{ ...held(), what: "before the load" }];
    for (const connections of VISITORS) {
      let most = 0;
      for (let round = 0; round < rounds; round += 1) {
        await generators.send({ ...load, connections, milliseconds });
        most = Math.max(most, megabytes(site.pid));
      }
      const what = `${connections} visitors, random searches: the most`;
      measured.push({ ...held(), what, value: most, goal: { atMost: 256 } });
    }
    return measured;
  } finally {
    generators.stop();
    await site.stop();
  }
}

runAlone(import.meta.url, measure);
