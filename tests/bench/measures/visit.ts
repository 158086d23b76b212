import type { Page } from "playwright/test";
import { startSiteProgram } from "../../support/servers/program.ts";
import { settingsFor, startTestUpstream } from "../../support/servers/upstream.ts";
import type { Measured, MeasureOptions } from "../report/report.ts";
import { median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { startBrowsing, visit } from "../setup/browsing.ts";
import { computedMs } from "../setup/cores.ts";
import { startNotingUpstream } from "../setup/noted-calls.ts";

/**
 * What one visit costs: requests, bytes over the line, the site's processor time and upstream calls, of a browser with nothing
 * in its cache: `npm run build && npx tsx tests/bench/measures/visit.ts`.
 */

const group = "a visit";
/** Of the demo's video, in seconds: less than the preview. */
const WATCHED = 12;

const kinds = ["pages and data", "scripts and styles", "pictures", "media", "other"] as const;
type Kind = (typeof kinds)[number];

function kindOf({ pathname }: URL, type: string): Kind {
  if (pathname.startsWith("/image/")) return "pictures";
  if (pathname.startsWith("/stream/")) return "media";
  if (pathname.startsWith("/assets/")) return "scripts and styles";
  return type === "Document" || /\.data$|^\/(rows|member)/.test(pathname)
    ? "pages and data"
    : "other";
}

/** What a page loads from now on: requests and bytes on the line, by kind. */
async function countLine(page: Page) {
  const line = Object.fromEntries(kinds.map((kind) => [kind, { requests: 0, bytes: 0 }]));
  const open = new Map<string, Kind>();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (/^http/.test(response.url)) open.set(requestId, kindOf(new URL(response.url), type));
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = line[open.get(requestId) ?? ""];
    // from the browser's cache
    if (!one || encodedDataLength === 0) return;
    one.requests += 1;
    one.bytes += encodedDataLength;
  });
  return line;
}

/** A contract's calls; the demo's media come from the same server. */
const isCall = ({ key }: { key: string }) => /^\/(app|renren)-api\//.test(key);

export async function measure({ quick, rounds = 3 }: MeasureOptions): Promise<Measured[]> {
  const upstream = await startTestUpstream();
  const front = await startNotingUpstream(upstream.url);
  const site = await startSiteProgram({ ...settingsFor(upstream), UPSTREAM_URL: front.url });
  const browser = await startBrowsing(site.url);
  const once = async () => {
    const page = await browser.newPage();
    const line = await countLine(page);
    front.calls.length = 0;
    const before = computedMs(site.pid);
    await visit(page, WATCHED);
    const cpu = computedMs(site.pid) - before;
    await page.context().close();
    const calls = front.calls.filter(isCall);
    const shared = calls.filter((call) => call.shared).length;
    return { line, cpu, own: calls.length - shared, shared };
  };
  const seen: Awaited<ReturnType<typeof once>>[] = [];
  try {
    // warms the site and its caches
    await once();
    for (let round = 0; round < (quick ? 1 : rounds); round += 1) seen.push(await once());
  } finally {
    for (const one of [browser, site, front, upstream]) await one.stop();
  }
  const row = (what: string, value: number, unit: string): Measured => ({
    group,
    what,
    value,
    unit,
  });
  const middle = (of: (one: (typeof seen)[number]) => number) => median(seen.map(of));
  return [
    ...kinds.flatMap((kind) => [
      row(
        `${kind}: requests`,
        middle(({ line }) => line[kind]?.requests ?? 0),
        "",
      ),
      row(`${kind}: bytes`, middle(({ line }) => line[kind]?.bytes ?? 0) / 1000, "KB"),
    ]),
    row(
      "processor time of the site",
      middle(({ cpu }) => cpu),
      "ms",
    ),
    row(
      "upstream calls of the member",
      middle(({ own }) => own),
      "calls",
    ),
    row(
      "upstream calls shared by all visitors",
      middle(({ shared }) => shared),
      "calls",
    ),
  ];
}

runAlone(import.meta.url, measure);
