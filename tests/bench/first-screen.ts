import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright/test";
import { settle } from "../e2e/fixtures/site.ts";
import { settingsFor } from "../e2e/fixtures/upstream-site.ts";
import { startSiteProgram } from "../support/servers/program.ts";
import { startTestUpstream } from "../support/servers/upstream.ts";
import { startWithPhotographs } from "./photographs.ts";
import { compare, type Measured, median } from "./report.ts";
import { startRewriting, withEagerScripts } from "./rewriting-front.ts";
import { startStockServe } from "./servers.ts";
import { launchOptions, phone, slowDown } from "./slow-phone.ts";
import { buildStock } from "./stock-build.ts";

/**
 * The home page's first screen, with covers as heavy as photographs, on a slow phone with nothing in its cache, beside the same page with its scripts
 * asked for at once, and beside the page as stock Remix sends it, with the files of its own. `npm run build && npx tsx tests/bench/first-screen.ts [rounds]`.
 */

const group = "first screen";
/** For what still happens after the app has started. */
const AFTERWARDS_MS = 1_500;

interface Opening {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  kilobytes: number;
  hydrated: number;
  complaints: number;
}

/** Collects what the browser tells of a page while it opens. */
const observe = `
  window.seen = { lcp: 0, cls: 0, tbt: 0 };
  const watch = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see))
    .observe({ type, buffered: true });
  watch("largest-contentful-paint", ({ startTime, url, element }) => {
    seen.lcp = startTime;
    seen.what = url || element?.outerHTML.slice(0, 80);
  });
  watch("layout-shift", ({ value }) => { seen.cls += value; });
  watch("longtask", ({ duration }) => { seen.tbt += duration - 50; });
  watch("mark", ({ name, startTime }) => { if (name === "hydrated") console.debug(name, startTime); });
`;

async function bytesOf(page: Page) {
  const devtools = await slowDown(page);
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

async function open(browser: Browser, url: string): Promise<Opening> {
  const context = await browser.newContext({ ...phone, serviceWorkers: "block" });
  await settle(context, url);
  await context.addInitScript({ content: observe });
  const page = await context.newPage();
  let complaints = 0;
  page.on("console", (message) => {
    if (message.type() === "error") complaints += 1;
  });
  page.on("pageerror", () => {
    complaints += 1;
  });
  const bytes = await bytesOf(page);
  // told by the page: to ask it would put Playwright's own scripts before its first paint
  const told = page.waitForEvent("console", (message) => message.text().startsWith("hydrated "));
  await page.goto(url, { waitUntil: "commit" });
  const hydrated = Number((await told).text().split(" ")[1]);
  const kilobytes = bytes() / 1000;
  await page.waitForTimeout(AFTERWARDS_MS);
  const seen = await page.evaluate(() => ({
    ...(window as unknown as { seen: Pick<Opening, "lcp" | "cls" | "tbt"> }).seen,
    fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  }));
  if (process.env.VERBOSE) console.log(url, seen, hydrated, kilobytes);
  await context.close();
  return { ...seen, kilobytes, hydrated, complaints };
}

const middle = (openings: Opening[], what: keyof Opening) =>
  median(openings.map((opening) => opening[what]));

export async function measure({ rounds = 9 } = {}): Promise<Measured[]> {
  const upstream = await startTestUpstream();
  const photographs = await startWithPhotographs(upstream.url);
  const site = await startSiteProgram({
    ...settingsFor(upstream),
    UPSTREAM_URL: photographs.url,
  });
  buildStock();
  const stock = await startStockServe(upstream, photographs.url);
  const fronts = {
    own: await startRewriting(site.url, (html) => html),
    eager: await startRewriting(site.url, withEagerScripts),
  };
  const browser = await chromium.launch(launchOptions);
  try {
    const own: Opening[] = [];
    const eager: Opening[] = [];
    const asStock: Opening[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const opened = await open(browser, fronts.own.url);
      const beside = await open(browser, fronts.eager.url);
      const stockOpened = await open(browser, stock.url);
      // the first round warms the site and the browser
      if (round === 0) continue;
      own.push(opened);
      eager.push(beside);
      asStock.push(stockOpened);
    }
    return inRows(own, eager, asStock);
  } finally {
    await browser.close();
    for (const front of Object.values(fronts)) await front.stop();
    await stock.stop();
    await site.stop();
    await photographs.stop();
    await upstream.stop();
  }
}

function inRows(own: Opening[], eager: Opening[], stock: Opening[]): Measured[] {
  const beside = (what: keyof Opening) => ({
    what: "with eager scripts",
    value: middle(eager, what),
  });
  type Time = "fcp" | "lcp" | "tbt" | "hydrated";
  const ownTime = (what: Time, name: string, atMost?: number): Measured => ({
    group,
    what: name,
    value: middle(own, what),
    unit: "ms",
    ...(atMost && { goal: { atMost } }),
  });
  const time = (what: Time, name: string, atMost?: number) =>
    compare(ownTime(what, name, atMost), beside(what));
  const besideStock = (what: Time, name: string, atMost?: number) =>
    compare(ownTime(what, name, atMost), { what: "stock Remix", value: middle(stock, what) });
  const alone = (what: string, value: number, unit: string, atMost: number): Measured => ({
    group,
    what,
    value,
    unit,
    goal: { atMost },
  });
  return [
    // two in a hundred is this measurement's own noise
    time("fcp", "first contentful paint", 1.02),
    time("lcp", "largest contentful paint", 0.5),
    time("tbt", "total blocking time"),
    time("hydrated", "hydrated"),
    besideStock("fcp", "first contentful paint"),
    besideStock("lcp", "largest contentful paint", 0.5),
    besideStock("hydrated", "hydrated"),
    alone(
      "from the largest paint to hydrated",
      median(own.map(({ lcp, hydrated }) => hydrated - lcp)),
      "ms",
      1_000,
    ),
    alone("layout shift", Math.max(...own.map(({ cls }) => cls)), "", 0),
    alone("errors while hydrating", Math.max(...own.map((one) => one.complaints)), "", 0),
    compare(
      { group, what: "bytes until hydrated", value: middle(own, "kilobytes"), unit: "KB" },
      beside("kilobytes"),
    ),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.table(await measure({ rounds: Number(process.argv[2] ?? 9) }));
