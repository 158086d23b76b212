import { type Browser, chromium } from "playwright/test";
import { settle } from "../../e2e/fixtures/site.ts";
import type { Measured, MeasureOptions } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { barePages, startBesideBarePages } from "../setup/bare-page.ts";
import { becomeVip } from "../setup/members.ts";
import { firstVideoOn, startSiteToBrowse } from "../setup/servers.ts";
import { type Stretch, startShapedLine } from "../setup/shaped-line.ts";
import { launchOptions, numberSaid, phone } from "../setup/slow-phone.ts";

/**
 * How long the picture stands still on lines that change, after its first frame, beside a bare page with hls.js on the
 * same stream: `npm run build && npx tsx tests/bench/measures/bandwidth-traces.ts`. The lowest rendition of the demo
 * stream takes about 0.1 Mbit/s, the highest 0.35.
 */

const group = "bandwidth traces";
const MOST_STALLED_PERCENT = 0.4;
const MBIT = 1_000_000;

/** The narrow ones are the same in proportion to the demo stream, whose lowest rendition they just carry. */
const traces: Record<string, Stretch[]> = {
  "steady 5 Mbit/s": [{ seconds: 60, bitsPerSecond: 5 * MBIT }],
  "5 Mbit/s, 400 kbit/s, 5 Mbit/s": [
    { seconds: 15, bitsPerSecond: 5 * MBIT },
    { seconds: 30, bitsPerSecond: 0.4 * MBIT },
    { seconds: 15, bitsPerSecond: 5 * MBIT },
  ],
  "a tunnel of 8 s": [
    { seconds: 15, bitsPerSecond: 5 * MBIT },
    { seconds: 8, bitsPerSecond: 0 },
    { seconds: 37, bitsPerSecond: 5 * MBIT },
  ],
  "steady 0.2 Mbit/s": [{ seconds: 60, bitsPerSecond: 0.2 * MBIT }],
  "0.5 Mbit/s, a tunnel of 8 s, 0.2 Mbit/s": [
    { seconds: 15, bitsPerSecond: 0.5 * MBIT },
    { seconds: 8, bitsPerSecond: 0 },
    { seconds: 37, bitsPerSecond: 0.2 * MBIT },
  ],
};

/** Says so many milliseconds after the first frame how much of them the picture stood still, in percent. */
const sayStalled = (ms: number) => `
  let began, from;
  const look = () => {
    const { currentTime } = document.querySelector("video") ?? {};
    if (!currentTime) return;
    began ??= performance.now();
    from ??= currentTime;
    const watched = performance.now() - began;
    if (watched < ${ms}) return;
    clearInterval(timer);
    console.debug("stood still", 100 * (1 - ((currentTime - from) * 1_000) / watched));
  };
  const timer = setInterval(look, 20);
`;

/** Of the time since the first frame, how much the picture stood still, in percent. */
async function stalledPercent(
  browser: Browser,
  { front, line, address, seconds, prepare }: Watch,
): Promise<number> {
  const context = await browser.newContext({ ...phone, baseURL: front });
  await settle(context, front);
  await prepare(context);
  const page = await context.newPage();
  await page.addInitScript({ content: sayStalled(seconds * 1_000) });
  const [percent] = await Promise.all([
    numberSaid(page, "stood still", (seconds + 60) * 1_000),
    page.goto(new URL(address, line).href, { waitUntil: "commit" }),
  ]);
  await context.close();
  // a hundredth is less than the clocks' own differences
  return Math.max(0, Math.round(percent * 100) / 100);
}

interface Watch {
  /** Where the visitor gets ready, and the line through which they watch; one host, so that cookies are for both. */
  front: string;
  line: string;
  address: string;
  seconds: number;
  prepare: (context: Awaited<ReturnType<Browser["newContext"]>>) => Promise<void>;
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startSiteToBrowse();
  const front = await startBesideBarePages(site.url);
  const browser = await chromium.launch(launchOptions);
  try {
    const code = await firstVideoOn(site.url);
    const watched = {
      app: `/videoinfo?id=${code}`,
      bare: barePages.hls(`/stream/${code}/0/0/index.m3u8`),
    };
    const rows: Measured[] = [];
    for (const [what, trace] of Object.entries(traces)) {
      const seconds = quick ? 5 : trace.reduce((sum, stretch) => sum + stretch.seconds, 0);
      const stalled = async (address: string) => {
        const line = await startShapedLine(front.url, trace);
        try {
          return await stalledPercent(browser, {
            front: front.url,
            line: line.url,
            address,
            seconds,
            async prepare(context) {
              await becomeVip(context, site.upstream);
              line.begin();
            },
          });
        } finally {
          await line.stop();
        }
      };
      const [value, beside] = await Promise.all([stalled(watched.app), stalled(watched.bare)]);
      const row = { group, what: `${what}: picture stood still`, unit: "%" };
      rows.push(
        { ...row, value, goal: { atMost: MOST_STALLED_PERCENT } },
        { ...row, what: `${what}: bare page with hls.js`, value: beside },
      );
    }
    return rows;
  } finally {
    await browser.close();
    await front.stop();
    await site.stop();
  }
}

runAlone(import.meta.url, measure);
