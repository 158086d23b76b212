import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright/test";
import { skipFirstVisit } from "../../e2e/fixtures/site.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { settingsFor, startTestUpstream } from "../../support/servers/upstream.ts";
import { compare, type Measured, median } from "../report/report.ts";
import { BARE_PICTURE, startBesideBarePicture } from "../setup/bare-picture.ts";
import { startWithPhotographs } from "../setup/photographs.ts";
import { launchOptions, numberSaid, phone, slowDown } from "../setup/slow-phone.ts";

/**
 * The home page's first screen, with covers as heavy as photographs, on a slow phone with nothing in its cache, in turns with
 * a bare page that has the same largest picture:
 * `npm run build && npx tsx tests/bench/measures/first-screen.ts [rounds]`.
 */

const group = "first screen";
/** Waits for work after the app has started. */
const AFTERWARDS_MS = 1_500;

export interface Opening {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  kilobytes: number;
  hydrated: number;
  complaints: number;
}

/** Collects performance entries while the page opens. */
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

/** Opens a site's home page, or a page without scripts, in a browser that has never been there. */
export async function openHome(
  browser: Browser,
  url: string,
  { path = "/", firstVisit = false } = {},
): Promise<Opening> {
  const context = await browser.newContext({ ...phone, serviceWorkers: "block" });
  if (!firstVisit) await skipFirstVisit(context, url);
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
  // logged by the page, because a query would run Playwright's scripts before its first paint
  const told = path === "/" ? numberSaid(page, "hydrated") : page.waitForEvent("load");
  await page.goto(url + path, { waitUntil: "commit" });
  const hydrated = Number(await told);
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

export async function measure({ rounds = 9 } = {}): Promise<Measured[]> {
  const upstream = await startTestUpstream();
  const photographs = await startWithPhotographs(upstream.url);
  const site = await startSiteProgram({ ...settingsFor(upstream), UPSTREAM_URL: photographs.url });
  const front = await startBesideBarePicture(site.url);
  const browser = await chromium.launch(launchOptions);
  try {
    const kinds = [{}, { path: BARE_PICTURE }, { firstVisit: true }];
    const openings: Opening[][] = kinds.map(() => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [kind, how] of kinds.entries()) {
        const opening = await openHome(browser, front.url, how);
        // the first round warms the site and the browser
        if (round > 0) openings[kind]?.push(opening);
      }
    }
    const [returning = [], bare = [], first = []] = openings;
    return inRows(returning, bare, first);
  } finally {
    await browser.close();
    for (const server of [front, site, photographs, upstream]) await server.stop();
  }
}

function inRows(openings: Opening[], bare: Opening[], first: Opening[]): Measured[] {
  const middle = (what: keyof Opening) => median(openings.map((opening) => opening[what]));
  const most = (what: keyof Opening) => Math.max(...openings.map((opening) => opening[what]));
  const row = (what: string, value: number, unit: string, atMost?: number): Measured => ({
    group,
    what,
    value,
    unit,
    ...(atMost !== undefined && { goal: { atMost } }),
  });
  const lcpOf = (these: Opening[]) => median(these.map(({ lcp }) => lcp));
  return [
    row("first contentful paint", middle("fcp"), "ms", 420),
    compare(row("largest contentful paint", middle("lcp"), "ms", 1.15), {
      what: "bare page with the picture",
      value: lcpOf(bare),
    }),
    row("largest contentful paint of a first visit", lcpOf(first), "ms"),
    row("total blocking time", middle("tbt"), "ms"),
    row("hydrated", middle("hydrated"), "ms", 2_000),
    row("bytes until hydrated", middle("kilobytes"), "KB"),
    row("layout shift", most("cls"), "", 0),
    row("errors while hydrating", most("complaints"), "", 0),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.table(await measure({ rounds: Number(process.argv[2] ?? 9) }));
