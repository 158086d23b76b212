import { type Browser, chromium } from "playwright/test";
import { skipFirstVisit } from "../../e2e/fixtures/site.ts";
import type { Measured, MeasureOptions } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { barePages, startBesideBarePages } from "../setup/bare-page.ts";
import { leastLine, type MediaKind, mediaKinds, mediaNames } from "../setup/media-kinds.ts";
import { becomeVip } from "../setup/members.ts";
import { firstVideoOn, startSiteToBrowse } from "../setup/servers.ts";
import { type Stretch, startShapedLine } from "../setup/shaped-line.ts";
import { launchOptions, numberSaid, phone } from "../setup/slow-phone.ts";

/**
 * How long playback stalls after its first frame while the bandwidth changes, beside a bare page with hls.js on the same
 * stream: `npm run build && npx tsx tests/bench/measures/bandwidth-traces.ts [--media ts-single]`. The lowest rendition
 * of the demo stream takes about 0.1 Mbit/s, the highest 0.35.
 */

const MOST_STALLED_PERCENT = 0.4;
const MBIT = 1_000_000;

/** The slow ones are multiples of what the stream's lowest rendition needs. */
function tracesFor(media: MediaKind): Record<string, Stretch[]> {
  const least = leastLine[media];
  const mbit = (bits: number) => `${bits / MBIT} Mbit/s`;
  const stretch = (seconds: number, bitsPerSecond: number): Stretch => ({ seconds, bitsPerSecond });
  const wide = 25 * least;
  return {
    [`steady ${mbit(wide)}`]: [stretch(60, wide)],
    [`${mbit(wide)}, ${mbit(2 * least)}, ${mbit(wide)}`]: [
      stretch(15, wide),
      stretch(30, 2 * least),
      stretch(15, wide),
    ],
    "a tunnel of 8 s": [stretch(15, wide), stretch(8, 0), stretch(37, wide)],
    [`steady ${mbit(least)}`]: [stretch(60, least)],
    [`${mbit(2.5 * least)}, a tunnel of 8 s, ${mbit(least)}`]: [
      stretch(15, 2.5 * least),
      stretch(8, 0),
      stretch(37, least),
    ],
  };
}

/** Logs after `ms` milliseconds from the first frame which share of them playback was stalled, in percent. */
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

/** The share of time since the first frame in which playback was stalled, in percent. */
async function stalledPercent(
  browser: Browser,
  { front, line, address, seconds, prepare }: Watch,
): Promise<number> {
  const ready = await browser.newContext({ ...phone, baseURL: front });
  await skipFirstVisit(ready, front);
  await prepare(ready);
  const context = await browser.newContext({
    ...phone,
    baseURL: front,
    storageState: await ready.storageState(),
    // so that another host's media go through the shaped line, too
    proxy: { server: line },
  });
  const page = await context.newPage();
  await page.addInitScript({ content: sayStalled(seconds * 1_000) });
  const [percent] = await Promise.all([
    numberSaid(page, "stood still", (seconds + 60) * 1_000),
    page.goto(address, { waitUntil: "commit" }),
  ]);
  await context.close();
  await ready.close();
  // a hundredth is less than the clocks' own differences
  return Math.max(0, Math.round(percent * 100) / 100);
}

interface Watch {
  front: string;
  /** The shaped line in front of the site. */
  line: string;
  address: string;
  seconds: number;
  prepare: (context: Awaited<ReturnType<Browser["newContext"]>>) => Promise<void>;
}

async function measureKind(media: MediaKind, quick: boolean): Promise<Measured[]> {
  const group = `bandwidth traces, ${mediaNames[media]}`;
  const site = await startSiteToBrowse(undefined, media);
  const front = await startBesideBarePages(site.url);
  const browser = await chromium.launch(launchOptions);
  try {
    const code = await firstVideoOn(site.url);
    const watched = {
      app: `/videoinfo?id=${code}`,
      bare: barePages.hls(`/stream/${code}/0/0/index.m3u8`),
    };
    const rows: Measured[] = [];
    for (const [what, trace] of Object.entries(tracesFor(media))) {
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

export async function measure(options: MeasureOptions): Promise<Measured[]> {
  const { quick, media = mediaKinds } = options;
  const rows: Measured[] = [];
  for (const kind of media) rows.push(...(await measureKind(kind, quick)));
  return rows;
}

runAlone(import.meta.url, measure);
