import { compare, type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { type Answered, type Load, startGenerators, type Visit } from "../setup/load.ts";
import { type Answer, capture, startBare, startSiteToMeasure } from "../setup/servers.ts";
import {
  firstVisit,
  RENDERED_ANEW,
  returningVisits,
  WATCH_RENDERED_ANEW,
} from "../setup/visitors.ts";

/**
 * Requests per second on one core. Cached pages are compared with a bare node server that sends the same bytes; the two
 * take turns on the core:
 * `npm run build && npx tsx tests/bench/measures/throughput.ts`.
 */

const group = "throughput";
const CONNECTIONS = 16;
const LIST = "/sreinfo?type=0&sonType=&searchStr=&title=";

interface Page {
  what: string;
  path: string;
  /** The headers of the visitors who ask for it. */
  visitors: Visit["headers"][];
  /** The share of the bare server's throughput that the page must reach. */
  goal?: Measured["goal"];
}

interface Address {
  origin: string;
  path: string;
}

interface Subject extends Page {
  /** Where a bare node server sends the same bytes. */
  bare?: Address;
}

const HIT = "home hit, returning visits, age confirmed";
const WATCH = "/videoinfo?id=100301";
const WATCH_HIT = "watch page hit, returning visits";
const WATCH_MISS = "watch page miss, returning visits";
const MISS = "home miss, returning visits, age confirmed";

async function pagesOf(site: string, quick: boolean) {
  const returning = await returningVisits(site, quick ? 10 : 100);
  const half = { atLeast: 0.5 };
  const first = { open: [firstVisit("open")], closed: [firstVisit("closed")] };
  const hits: Page[] = [
    { what: HIT, path: "/", visitors: returning.open, goal: half },
    {
      what: "home hit, returning visits, age not confirmed",
      path: "/",
      visitors: returning.closed,
      goal: half,
    },
    { what: "home hit, first visits, age confirmed", path: "/", visitors: first.open, goal: half },
    {
      what: "home hit, first visits, age not confirmed",
      path: "/",
      visitors: first.closed,
      goal: half,
    },
    { what: WATCH_HIT, path: WATCH, visitors: returning.open, goal: half },
    {
      what: "preview's playlist",
      path: "/stream/100301/0/0/index.m3u8",
      visitors: first.open,
      goal: { atLeast: 0.25 },
    },
    { what: "member page", path: "/mine", visitors: returning.open },
    { what: "list page", path: LIST, visitors: returning.open },
    { what: "list page's data", path: LIST.replace("?", ".data?"), visitors: returning.open },
  ];
  const misses: Page[] = [
    { what: MISS, path: RENDERED_ANEW, visitors: returning.open },
    { what: WATCH_MISS, path: WATCH_RENDERED_ANEW, visitors: returning.open },
    {
      what: "home miss, first visits, age not confirmed",
      path: RENDERED_ANEW,
      visitors: first.closed,
    },
  ];
  return { hits, misses };
}

const visitsTo = ({ path, visitors }: Pick<Page, "path" | "visitors">): Visit[] =>
  visitors.map((headers) => ({ path, headers }));

/** Each page's response to one of its visitors. Requested twice: the first warms the site, and the second is kept. */
async function answersTo(pages: Page[], site: string) {
  const answers: Answer[] = [];
  for (const visit of pages.flatMap((page) => visitsTo(page).slice(0, 1))) {
    await capture(site, visit);
    answers.push(await capture(site, visit));
  }
  return answers;
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startSiteToMeasure();
  const { hits, misses } = await pagesOf(site.url, quick);
  const bare = await startBare(await answersTo(hits, site.url));
  const subjects: Subject[] = [
    ...hits.map((page, index) => ({
      ...page,
      bare: { origin: bare.url, path: `/${index}` },
    })),
    ...misses,
  ];
  const generators = startGenerators();
  try {
    return rowsOf(await takeTurns(subjects, site.url, generators.send, quick));
  } finally {
    generators.stop();
    for (const server of [bare, site]) await server.stop();
  }
}

interface Turns {
  subject: Subject;
  own: Answered[];
  bare: Answered[];
}

async function takeTurns(
  subjects: Subject[],
  site: string,
  send: (load: Load) => Promise<Answered>,
  quick: boolean,
): Promise<Turns[]> {
  const rounds = quick ? 1 : 5;
  const milliseconds = quick ? 500 : 1_800;
  const turns: Turns[] = subjects.map((subject) => ({ subject, own: [], bare: [] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { subject, own, bare } of turns) {
      const turn = async ({ origin, path }: Address) => {
        const visits = visitsTo({ ...subject, path });
        const answered = await send({ origin, connections: CONNECTIONS, milliseconds, visits });
        if (answered.broken > 0) throw new Error(`${subject.what}: broken answers`);
        return answered;
      };
      const one = await turn({ origin: site, path: subject.path });
      const beside = subject.bare && (await turn(subject.bare));
      // the first round warms the servers
      if (round === 0) continue;
      own.push(one);
      if (beside) bare.push(beside);
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
  const rows = turns.flatMap(({ subject: { what, goal }, own, bare }) => {
    const row = (
      of: "perSecond" | "p50" | "p99",
      about: Pick<Measured, "what" | "unit" | "goal">,
    ) => {
      const measured: Measured = { group, value: middle(own, of), ...about };
      return bare.length > 0
        ? compare(measured, { what: "bare node", value: middle(bare, of) })
        : measured;
    };
    return [
      row("perSecond", { what, unit: "req/s", ...(goal && { goal }) }),
      row("p50", { what: `${what}, p50`, unit: "ms" }),
      row("p99", { what: `${what}, p99`, unit: "ms" }),
    ];
  });
  const hitBesideMiss = compare(
    { group, what: HIT, value: perSecond(HIT), unit: "req/s", goal: { atLeast: 60 } },
    { what: "home miss", value: perSecond(MISS) },
  );
  const watchBesideMiss = compare(
    { group, what: WATCH_HIT, value: perSecond(WATCH_HIT), unit: "req/s", goal: { atLeast: 60 } },
    { what: "watch page miss", value: perSecond(WATCH_MISS) },
  );
  return [...rows, hitBesideMiss, watchBesideMiss];
}

runAlone(import.meta.url, measure);
