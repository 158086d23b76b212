import { type Answered, type Load, startGenerators, type Visit } from "./load.ts";
import { compare, type Measured, type MeasureOptions, median } from "./report.ts";
import { runAlone } from "./run-alone.ts";
import { capture, startBare, startSiteToMeasure, startStockServe } from "./servers.ts";
import { buildStock } from "./stock-build.ts";
import { firstVisit, RENDERED_ANEW, returningVisit } from "./visitors.ts";

/**
 * What one core serves, beside a bare node server that sends the same bytes and beside stock remix-serve that renders
 * the same page. They take turns on the core: `npm run build && npx tsx tests/bench/throughput.ts`.
 */

const group = "throughput";
const CONNECTIONS = 16;
const LIST = "/sreinfo?type=0&sonType=&searchStr=&title=";

interface Subject {
  what: string;
  visit: Visit;
  besideName: string;
  /** Where the same is measured beside it. */
  beside: { origin: string; visit: Visit };
  goal?: Measured["goal"];
}

const HIT = "home hit, returning visit, gate open";
const MISS = "home miss, returning visit, gate open";

async function subjectsOf(site: string) {
  const visits: [what: string, path: string, headers: Visit["headers"]][] = [
    [HIT, "/", await returningVisit(site, "open")],
    ["home hit, returning visit, gate closed", "/", await returningVisit(site, "closed")],
    ["home hit, first visit, gate open", "/", firstVisit("open")],
    ["home hit, first visit, gate closed", "/", firstVisit("closed")],
    ["member page", "/mine", await returningVisit(site, "open")],
    ["list page", LIST, await returningVisit(site, "open")],
    ["list page's data", LIST.replace("?", ".data?"), await returningVisit(site, "open")],
  ];
  return visits.map(([what, path, headers]) => ({ what, visit: { path, headers } }));
}

async function missesOf(site: string, stock: string): Promise<Subject[]> {
  const visits: [string, Visit["headers"]][] = [
    [MISS, await returningVisit(site, "open")],
    ["home miss, first visit, gate closed", firstVisit("closed")],
  ];
  return visits.map(([what, headers]) => {
    const visit = { path: RENDERED_ANEW, headers };
    const beside = { origin: stock, visit };
    return { what, visit, beside, besideName: "stock remix-serve", goal: { atLeast: 2.5 } };
  });
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  buildStock();
  const site = await startSiteToMeasure();
  const stock = await startStockServe(site.upstream);
  const hits = await subjectsOf(site.url);
  // asked twice, so that the captured answer is a warm one
  for (const { visit } of hits) await capture(site.url, visit);
  const answers = await Promise.all(hits.map(({ visit }) => capture(site.url, visit)));
  const bare = await startBare(answers);
  const subjects: Subject[] = [
    ...hits.map(({ what, visit }, index) => ({
      what,
      visit,
      besideName: "bare node",
      beside: { origin: bare.url, visit: { ...visit, path: `/${index}` } },
      ...(what.startsWith("home hit") && { goal: { atLeast: 0.5 } }),
    })),
    ...(await missesOf(site.url, stock.url)),
  ];
  const generators = startGenerators();
  try {
    const turns = await takeTurns(subjects, site.url, generators.send, quick);
    return rowsOf(turns);
  } finally {
    generators.stop();
    for (const server of [bare, stock, site]) await server.stop();
  }
}

interface Turns {
  subject: Subject;
  own: Answered[];
  beside: Answered[];
}

async function takeTurns(
  subjects: Subject[],
  site: string,
  send: (load: Load) => Promise<Answered>,
  quick: boolean,
): Promise<Turns[]> {
  const rounds = quick ? 1 : 5;
  const milliseconds = quick ? 500 : 1_800;
  const turns: Turns[] = subjects.map((subject) => ({ subject, own: [], beside: [] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { subject, own, beside } of turns) {
      const load = { connections: CONNECTIONS, milliseconds };
      const one = {
        own: await send({ ...load, origin: site, visits: [subject.visit] }),
        beside: await send({
          ...load,
          origin: subject.beside.origin,
          visits: [subject.beside.visit],
        }),
      };
      // the first round warms the servers
      if (round === 0) continue;
      own.push(one.own);
      beside.push(one.beside);
    }
  }
  return turns;
}

const middle = (answers: Answered[], of: "perSecond" | "p50" | "p99") =>
  median(answers.map((answer) => answer[of]));

function rowsOf(turns: Turns[]): Measured[] {
  const perSecond = (wanted: string) => {
    const found = turns.find(({ subject }) => subject.what === wanted);
    return found ? middle(found.own, "perSecond") : Number.NaN;
  };
  const rows = turns.flatMap(({ subject: { what, besideName, goal }, own, beside }) => [
    compare(
      { group, what, value: middle(own, "perSecond"), unit: "req/s", ...(goal && { goal }) },
      { what: besideName, value: middle(beside, "perSecond") },
    ),
    ...(["p50", "p99"] as const).map((of) =>
      compare(
        { group, what: `${what}, ${of}`, value: middle(own, of), unit: "ms" },
        { what: besideName, value: middle(beside, of) },
      ),
    ),
  ]);
  const hitBesideMiss = compare(
    { group, what: HIT, value: perSecond(HIT), unit: "req/s", goal: { atLeast: 60 } },
    { what: "home miss", value: perSecond(MISS) },
  );
  return [...rows, hitBesideMiss];
}

runAlone(import.meta.url, measure);
