import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "playwright/test";
import { freePort, runProgram, untilReady } from "../support/servers/program.ts";
import { openHome } from "./measures/first-screen.ts";
import { onHome, onWatchPage } from "./measures/smoothness.ts";
import { machine } from "./report/machine.ts";
import { median } from "./report/report.ts";
import { inDigits } from "./report/table.ts";
import { madeOn, writeTable } from "./report/write-results.ts";
import { computedMs, giveServerCore, leaveServerCore } from "./setup/cores.ts";
import { startGenerators, type Visit } from "./setup/load.ts";
import { launchOptions, withSlowPhone } from "./setup/slow-phone.ts";
import { RENDERED_ANEW, returningVisits, WATCH_RENDERED_ANEW } from "./setup/visitors.ts";

/**
 * This checkout's build beside another checkout's, in rounds that take turns:
 * `npm run bench:compare -- DIR [--rounds 7] [--load] [--write]`. Both sites run on core 0, each with an embedded upstream
 * of its own; the browser and the load are on the others. Prints a table of medians; `--write` puts it into
 * `docs/decisions/0001-stock-remix.md`. With `--load` there is no browser: what the server renders, and nothing else.
 */

const DECISION = "docs/decisions/0001-stock-remix.md";
const LOAD_MS = 2_000;
const CONNECTIONS = 16;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "7" },
    load: { type: "boolean" },
    write: { type: "boolean" },
  },
});
const [other] = positionals;
if (!other) {
  console.error("which checkout is this one compared with? npm run bench:compare -- DIR");
  process.exit(1);
}

type Figures = Record<string, number>;

interface Side {
  url: string;
  pid: number;
  visits: Visit["headers"][];
  rounds: Figures[];
  stop(): Promise<void>;
}

/** A checkout's built site with its embedded upstream, as an operator would start it. */
async function startCheckout(folder: string): Promise<Side> {
  const data = mkdtempSync(join(tmpdir(), "chengying-compare-"));
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const program = runProgram("build/machine/main.js", [], { PORT, DATA_DIR: data }, folder);
  giveServerCore(program.child.pid ?? 0);
  await untilReady(program, url);
  const { open } = await returningVisits(url, 20);
  return {
    url,
    pid: program.child.pid ?? 0,
    visits: open,
    rounds: [],
    async stop() {
      await program.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function firstScreen(browser: Browser, url: string): Promise<Figures> {
  const { lcp, hydrated, kilobytes } = await openHome(browser, url);
  return {
    "largest contentful paint, ms": lcp,
    "hydrated, ms": hydrated,
    "bytes until hydrated, KB": kilobytes,
  };
}

async function interactions(url: string): Promise<Figures> {
  const home = await withSlowPhone(url, onHome);
  const watch = await withSlowPhone(url, onWatchPage);
  const named = Object.entries({ ...home, ...watch });
  return Object.fromEntries(named.map(([name, ms]) => [`${name}, tap to frame, ms`, ms]));
}

/** All are rendered, none come from the page cache. */
const renderedPages = {
  "home miss": RENDERED_ANEW,
  "watch page miss": WATCH_RENDERED_ANEW,
  "member page": "/mine",
  "member page's data": "/mine.data",
  "member resource": "/member",
};

type Generators = ReturnType<typeof startGenerators>;

async function load(generators: Generators, { url, visits, pid }: Side): Promise<Figures> {
  const send = async (path: string) => {
    const before = computedMs(pid);
    const answered = await generators.send({
      origin: url,
      connections: CONNECTIONS,
      milliseconds: LOAD_MS,
      visits: visits.map((headers) => ({ path, headers })),
    });
    if (answered.broken > 0) throw new Error(`${path}: broken answers`);
    const cpu = (computedMs(pid) - before) / answered.requests;
    return { perSecond: answered.perSecond, cpu };
  };
  const figures: Figures = { "home hit, requests/s": (await send("/")).perSecond };
  for (const [name, path] of Object.entries(renderedPages)) {
    const { perSecond, cpu } = await send(path);
    figures[`${name}, requests/s`] = perSecond;
    figures[`${name}, CPU of a request, ms`] = cpu;
  }
  return figures;
}

const MOST_ATTEMPTS = 3;

/** One side's figures of a round; measured again if the page changed during a tap. */
async function measure(
  browser: Browser | undefined,
  generators: ReturnType<typeof startGenerators>,
  side: Side,
  attempt = 1,
): Promise<Figures> {
  try {
    const seen = browser && {
      ...(await firstScreen(browser, side.url)),
      ...(await interactions(side.url)),
    };
    return { ...seen, ...(await load(generators, side)) };
  } catch (error) {
    if (attempt === MOST_ATTEMPTS) throw error;
    console.error(`measured again: ${error}`);
    return measure(browser, generators, side, attempt + 1);
  }
}

function asTable(before: Side, after: Side): string {
  const middle = ({ rounds }: Side, name: string) =>
    median(rounds.map((round) => round[name] ?? Number.NaN));
  const lines = Object.keys(after.rounds[0] ?? {}).map((name) => {
    const [old, now] = [middle(before, name), middle(after, name)];
    return `| ${name} | ${inDigits(old)} | ${inDigits(now)} | ${inDigits(now / old)} |`;
  });
  return ["| figure | old | new | new / old |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

leaveServerCore();
const before = await startCheckout(resolve(other));
const after = await startCheckout(resolve("."));
const generators = startGenerators();
const browser = values.load ? undefined : await chromium.launch(launchOptions);
try {
  // the first round warms sites and browser
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const side of round % 2 === 0 ? [before, after] : [after, before]) {
      const figures = await measure(browser, generators, side);
      if (round > 0) side.rounds.push(figures);
    }
    console.error(`round ${round} of ${values.rounds}`);
  }
} finally {
  await browser?.close();
  generators.stop();
  for (const side of [before, after]) await side.stop();
}

const table = `${asTable(before, after)}\n\nMedians of ${values.rounds} rounds that took turns; ${madeOn(machine())}`;
console.log(table);
if (values.write) writeTable(DECISION, table, "compare");
