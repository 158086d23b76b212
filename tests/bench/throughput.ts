import { type Answered, type Load, startGenerators, type Visit } from "./load.ts";
import { compare, type Measured, type MeasureOptions, median } from "./report.ts";
import { runAlone } from "./run-alone.ts";
import { type Answer, capture, startBare, startSiteToMeasure, startStockServe } from "./servers.ts";
import { buildStock } from "./stock-build.ts";
import { firstVisit, RENDERED_ANEW, returningVisits } from "./visitors.ts";

/**
 * What one core serves, beside a bare node server that sends the same bytes and beside stock remix-serve that renders
 * the same page. They take turns on the core: `npm run build && npx tsx tests/bench/throughput.ts`.
 */

const group = "throughput";
const CONNECTIONS = 16;
const LIST = "/sreinfo?type=0&sonType=&searchStr=&title=";

interface Page {
  what: string;
  path: string;
  /** The headers of the visitors who ask for it. */
  visitors: Visit["headers"][];
}

interface Subject extends Page {
  besideName: string;
  /** Where the same is measured beside it. */
  beside: { origin: string; path: string };
  goal?: Measured["goal"];
}

const HIT = "home hit, returning visits, gate open";
const MISS = "home miss, returning visits, gate open";

async function pagesOf(site: string, quick: boolean) {
  const returning = await returningVisits(site, quick ? 10 : 100);
  const first = { open: [firstVisit("open")], closed: [firstVisit("closed")] };
  const hits: Page[] = [
    { what: HIT, path: "/", visitors: returning.open },
    { what: "home hit, returning visits, gate closed", path: "/", visitors: returning.closed },
    { what: "home hit, first visits, gate open", path: "/", visitors: first.open },
    { what: "home hit, first visits, gate closed", path: "/", visitors: first.closed },
    { what: "member page", path: "/mine", visitors: returning.open },
    { what: "list page", path: LIST, visitors: returning.open },
    { what: "list page's data", path: LIST.replace("?", ".data?"), visitors: returning.open },
  ];
  const misses: Page[] = [
    { what: MISS, path: RENDERED_ANEW, visitors: returning.open },
    { what: "home miss, first visits, gate closed", path: RENDERED_ANEW, visitors: first.closed },
  ];
  return { hits, misses };
}

const visitsTo = ({ path, visitors }: Pick<Page, "path" | "visitors">): Visit[] =>
  visitors.map((headers) => ({ path, headers }));

/** The bytes of each page for one of its visitors, asked for twice, so that they are those of a warm site. */
async function answersTo(pages: Page[], site: string) {
  const answers: Answer[] = [];
  for (const visit of pages.flatMap((page) => visitsTo(page).slice(0, 1))) {
    await capture(site, visit);
    answers.push(await capture(site, visit));
  }
  return answers;
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  buildStock();
  const site = await startSiteToMeasure();
  const stock = await startStockServe(site.upstream);
  const { hits, misses } = await pagesOf(site.url, quick);
  const bare = await startBare(await answersTo(hits, site.url));
  const subjects: Subject[] = [
    ...hits.map((page, index) => ({
      ...page,
      besideName: "bare node",
      beside: { origin: bare.url, path: `/${index}` },
      ...(page.path === "/" && { goal: { atLeast: 0.5 } }),
    })),
    ...misses.map((page) => ({
      ...page,
      besideName: "stock remix-serve",
      beside: { origin: stock.url, path: page.path },
      goal: { atLeast: 2.5 },
    })),
  ];
  const generators = startGenerators();
  try {
    return rowsOf(await takeTurns(subjects, site.url, generators.send, quick));
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
      const turn = ({ origin, path }: Subject["beside"]) =>
        send({
          origin,
          connections: CONNECTIONS,
          milliseconds,
          visits: visitsTo({ ...subject, path }),
        });
      const one = {
        own: await turn({ origin: site, path: subject.path }),
        beside: await turn(subject.beside),
      };
      if (one.own.broken + one.beside.broken > 0)
        throw new Error(`${subject.what}: broken answers`);
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
