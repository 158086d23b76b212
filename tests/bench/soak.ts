import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startCrowd } from "../support/load/crowd.ts";
import { type FaultName, startFaultyFront } from "../support/servers/faulty-upstream.ts";
import { startSiteProgram } from "../support/servers/program.ts";
import { settingsFor, startTestUpstream } from "../support/servers/upstream.ts";
import { chartOf, type Span } from "./report/chart.ts";
import { positive } from "./report/options.ts";
import { isFlat, type Series, trendOf } from "./report/trend.ts";
import { startBrowsing, visit } from "./setup/browsing.ts";

/**
 * `npm run test:soak [-- --minutes 5] [--visitors 20]`: an hour of visitors who come and go, one of them in a real browser,
 * before an upstream that fails in every other minute. Fails on any error in the minutes between, and when the site's memory,
 * handles or disk grow in the second half; `test-results/soak.svg` shows all of it.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    visitors: { type: "string", default: "20" },
  },
});
const [minutes, visitors] = [positive(values.minutes), positive(values.visitors)];

const ROUND_MS = 60_000;
const FAULT_MS = 8_000;
/** From a round's beginning; what follows is long enough to recover. */
const BEFORE_FAULT_MS = 15_000;
const SAMPLES = 300;
/** Of a guest's preview, in seconds. */
const WATCHED = 8;
const faultNames: FaultName[] = [
  ...(["hang", "reset", "HTTP 500", "truncated", "refused", "slow body", "garbage"] as const),
];

const MB = 1024 ** 2;
/** One that has to stay flat. */
const flat = (what: string, unit: string, share: number, least: number): Series => ({
  ...{ what, unit, points: [] },
  mayGrow: { share, least },
});
const series = {
  resident: flat("resident memory", "MB", 0.1, 10),
  heap: flat("heap in use", "MB", 0.1, 10),
  descriptors: flat("open descriptors", "", 0.3, 20),
  handles: flat("active resources", "", 0.3, 40),
  disk: flat("files of the site", "MB", 0.05, 2),
  failures: { what: "failed requests", unit: "a round", points: [] } as Series,
};
const shown = Object.values(series);

const bytesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    // a file may be gone meanwhile
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false }))
    .reduce((sum, file) => sum + (file?.size ?? 0), 0);

const upstream = await startTestUpstream();
const front = await startFaultyFront(upstream.url);
const site = await startSiteProgram({
  ...settingsFor(upstream),
  UPSTREAM_URL: front.url,
  ACCESS_LOG: "off",
});
const browser = await startBrowsing(site.url);
const started = performance.now();
const seconds = () => (performance.now() - started) / 1_000;
const faults: Span[] = [];
const unexpected: string[] = [];
let ended = false;

async function sample() {
  const ask = async () => (await fetch(`${site.url}/metrics`)).text();
  // a kept connection may be closed by the other side just when it is used again
  const text = await ask().catch(ask);
  const at = seconds();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  const note = ({ points }: Series, value: number) => points.push({ at, value });
  note(series.resident, read("process_resident_memory_bytes") / MB);
  note(series.heap, read("nodejs_heap_size_used_bytes") / MB);
  note(series.descriptors, read("process_open_fds"));
  note(series.handles, read("nodejs_active_resources_total"));
  note(series.disk, bytesIn(site.dataDir) / MB);
}

async function keepSampling() {
  while (!ended) {
    await sample();
    await wait((minutes * 60_000) / SAMPLES);
  }
}

/** Visits of the browser until a moment; says what went wrong in them. */
async function browse(until: number): Promise<string[]> {
  const failures: string[] = [];
  while (performance.now() < until) {
    const page = await browser.newPage();
    page.on("pageerror", (error) => failures.push(`browser: ${error.message}`));
    await visit(page, WATCHED).catch((error) => failures.push(`browser: ${error.message}`));
    await page.context().close();
  }
  return failures;
}

async function round(fault: FaultName | undefined) {
  const crowd = startCrowd(site.url, visitors);
  const browsing = browse(performance.now() + ROUND_MS - BEFORE_FAULT_MS);
  await wait(BEFORE_FAULT_MS);
  if (fault) {
    const from = seconds();
    await front.spoil(fault);
    await wait(FAULT_MS);
    await front.heal();
    faults.push({ from, to: seconds(), what: fault });
  }
  await wait(ROUND_MS - BEFORE_FAULT_MS - (fault ? FAULT_MS : 0));
  const [{ requests, failures, p99 }, inBrowser] = await Promise.all([crowd.end(), browsing]);
  const all = [...failures, ...inBrowser];
  series.failures.points.push({ at: seconds(), value: all.length });
  if (!fault) unexpected.push(...all);
  const what = fault ?? "no fault";
  console.log(`${what}: ${requests} requests, ${all.length} failures, p99 ${p99} ms`);
}

const sampling = keepSampling();
try {
  for (let number = 0; number < minutes; number += 1)
    await round(number % 2 ? faultNames[(number >> 1) % faultNames.length] : undefined);
} finally {
  ended = true;
  await sampling;
  for (const one of [browser, site, front, upstream]) await one.stop();
}

mkdirSync("test-results", { recursive: true });
const title = `${minutes} minutes, ${visitors} visitors and a browser; the upstream's faults in grey`;
writeFileSync("test-results/soak.svg", chartOf(title, shown, faults));
for (const one of shown.filter(({ mayGrow }) => mayGrow)) {
  const { from, to } = trendOf(one);
  const said = `${from.value.toFixed(1)} to ${to.value.toFixed(1)} ${one.unit}`;
  console.log(`${one.what} in the second half: ${said}${isFlat(one) ? "" : ", which GROWS"}`);
}
console.log(`${unexpected.length} errors while the upstream was well`);
for (const failure of unexpected.slice(0, 10)) console.error(failure);
process.exit(unexpected.length === 0 && shown.every(isFlat) ? 0 : 1);
