import { codeOf } from "../support/accounts.ts";
import { memberOf } from "../support/members.ts";
import { createVisitor } from "../support/site.ts";
import { computedMs, megabytes } from "./cores.ts";
import { startGenerators, type Visit } from "./load.ts";
import { addVideos } from "./more-videos.ts";
import { compare, type Measured, type MeasureOptions, median } from "./report.ts";
import { runAlone } from "./run-alone.ts";
import { capture, startSiteToMeasure } from "./servers.ts";
import { firstVisit, withCookies } from "./visitors.ts";

/**
 * What becomes of the site when there is more of something: rows in a member's lists, visitors at the same time.
 * `npm run build && npx tsx tests/bench/growth.ts`.
 */

type Site = Awaited<ReturnType<typeof startSiteToMeasure>>;

const ROWS = [10, 100, 1_000];
const CONCURRENT = [10, 100, 300, 1_000];
const LIST = "/sreinfo?type=0&sonType=&searchStr=&title=";

/** Favourites come all at once, the history ten by ten. */
const lists = [
  { path: "/collengt", type: "favourite", name: "favourites" },
  { path: "/history", type: "history", name: "history" },
] as const;

/** The headers of a member with so many videos in both lists. */
async function memberWith(site: Site, count: number) {
  const visitor = createVisitor(fetch, site.url);
  await visitor.read("/member");
  const member = memberOf(site.upstream.db, (await codeOf(visitor)) ?? "");
  for (const { type } of lists) await member.keep(type, { count });
  return withCookies(visitor.cookies);
}

async function msOf(site: Site, visit: Visit, times: number) {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const started = performance.now();
    await capture(site.url, visit);
    taken.push(performance.now() - started);
  }
  return median(taken);
}

async function withMoreRows(site: Site, quick: boolean): Promise<Measured[]> {
  await addVideos(site.upstream.db, Math.max(...ROWS));
  const rows: Measured[] = [];
  const first = new Map<string, number>();
  for (const count of ROWS) {
    const headers = await memberWith(site, count);
    for (const { path, name } of lists) {
      for (const [kind, address] of [
        ["page", path],
        ["data", `${path}.data`],
      ] as const) {
        const visit = { path: address, headers };
        const ms = await msOf(site, visit, quick ? 5 : 40);
        const { body } = await capture(site.url, visit);
        const what = `${name} of ${count} videos, ${kind}`;
        const group = "growth of lists";
        first.set(address, first.get(address) ?? ms);
        rows.push(
          compare(
            { group, what, value: ms, unit: "ms" },
            { what: `of ${ROWS[0]}`, value: first.get(address) ?? ms },
          ),
          { group, what, value: Buffer.byteLength(body, "base64") / 1024, unit: "KB, brotli" },
        );
      }
    }
  }
  return rows;
}

interface Crowd {
  name: string;
  visits: Visit[];
  milliseconds: number;
}

/** Visitors with cookies of their own, on the public pages. */
async function crowdsOf(site: Site, quick: boolean): Promise<Crowd[]> {
  const cookies = await Promise.all(
    Array.from({ length: quick ? 20 : 200 }, async () => {
      const visitor = createVisitor(fetch, site.url);
      await visitor.read("/");
      return withCookies(visitor.cookies);
    }),
  );
  const onPages = (paths: string[]) =>
    cookies.flatMap((headers) => paths.map((path) => ({ path, headers })));
  return [
    {
      name: "pages that are kept",
      visits: onPages(["/", LIST, LIST.replace("?", ".data?")]),
      milliseconds: quick ? 500 : 5_000,
    },
    {
      name: "pages rendered anew",
      visits: onPages(["/?unknown={n}"]),
      milliseconds: quick ? 1_000 : 10_000,
    },
  ];
}

async function withMoreVisitors(site: Site, quick: boolean): Promise<Measured[]> {
  const generators = startGenerators();
  const rows: Measured[] = [];
  try {
    for (const { name, visits, milliseconds } of await crowdsOf(site, quick)) {
      const few = Math.min(...CONCURRENT);
      const load = { origin: site.url, visits, milliseconds };
      // warms what the first one would have to wait for
      await generators.send({ ...load, connections: few });
      const first = { cpu: 0, memory: 0 };
      for (const connections of CONCURRENT) {
        const before = computedMs(site.pid);
        const { requests } = await generators.send({ ...load, connections });
        const cpu = (computedMs(site.pid) - before) / requests;
        const memory = megabytes(site.pid);
        if (connections === few) Object.assign(first, { cpu, memory });
        const group = "growth of visitors";
        const what = `${name}, ${connections} at the same time`;
        const goal = connections === few ? {} : { goal: { atMost: 1.3 } };
        rows.push(
          compare(
            { group, what: `${what}: CPU of a request`, value: cpu, unit: "ms", ...goal },
            { what: `with ${few}`, value: first.cpu },
          ),
          compare(
            { group, what: `${what}: resident memory after`, value: memory, unit: "MB" },
            { what: `with ${few}`, value: first.memory },
          ),
        );
      }
    }
  } finally {
    generators.stop();
  }
  return rows;
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startSiteToMeasure();
  try {
    await capture(site.url, { path: "/", headers: firstVisit("open") });
    return [...(await withMoreRows(site, quick)), ...(await withMoreVisitors(site, quick))];
  } finally {
    await site.stop();
  }
}

runAlone(import.meta.url, measure);
