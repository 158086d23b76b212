import type { Page } from "playwright/test";
import { type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { barePages } from "../setup/bare-page.ts";
import { type MediaKind, mediaNames } from "../setup/media-kinds.ts";
import { numberSaid } from "../setup/slow-phone.ts";
import { fromAddress, startViewing } from "../setup/viewing.ts";

/**
 * How steadily the first seconds play on the slow phone and line, over the borders of the first segments, beside a bare
 * page with hls.js on the same stream:
 * `npm run build && npx tsx tests/bench/measures/segment-borders.ts [--media ts-single] [--segments 2,4,10] [--rounds 3]`.
 */

const WATCHED_MS = 12_000;
const FRAMES_A_SECOND = 24;

const KINDS: MediaKind[] = ["ts-multivariant", "ts-single", "own"];
const SEGMENTS = [2, 4, 10];
/** Those of our own media are what they are. */
const OWN_SEGMENTS = [4];

/** What somebody sees in the time after the first frame. */
interface Watched {
  /** How often the picture stopped for want of data. */
  waits: number;
  frames: number;
  /** In seconds. */
  stoodStill: number;
}

/** Says when the time is over, and has in `watched` what was seen in it. */
const watchBeginning = `
  window.watched = { waits: 0, frames: 0 };
  let video, counted = 0;
  const count = (_now, { presentedFrames }) => {
    // a new source in the element counts from the beginning
    watched.frames += presentedFrames > counted ? presentedFrames - counted : presentedFrames;
    counted = presentedFrames;
    video.requestVideoFrameCallback(count);
  };
  const begin = ({ target }) => target.requestVideoFrameCallback((_now, { presentedFrames }) => {
    if (video) return;
    video = target;
    counted = presentedFrames;
    const from = video.currentTime;
    video.addEventListener("waiting", () => { watched.waits += 1; });
    video.requestVideoFrameCallback(count);
    setTimeout(() => {
      watched.stoodStill = Math.max(0, ${WATCHED_MS / 1_000} - (video.currentTime - from));
      console.debug("seconds watched", video.currentTime - from);
    }, ${WATCHED_MS});
  });
  document.addEventListener("loadstart", begin, true);
  document.addEventListener("play", begin, true);
`;

async function watch(page: Page, address: string): Promise<Watched> {
  await page.addInitScript({ content: watchBeginning });
  await Promise.all([
    numberSaid(page, "seconds watched", 60_000),
    fromAddress(page, true, address),
  ]);
  return page.evaluate("watched");
}

async function measureKind(kind: MediaKind, rounds: number, seconds: number): Promise<Measured[]> {
  const viewing = await startViewing(kind, seconds);
  try {
    const pages = { app: viewing.address, bare: barePages.hls(viewing.stream) };
    const seen = { app: [] as Watched[], bare: [] as Watched[] };
    // the first round warms the site and the browser
    for (let round = 0; round <= rounds; round += 1) {
      for (const who of ["app", "bare"] as const) {
        const context = await viewing.newVisitor();
        const watched = await watch(await context.newPage(), pages[who]);
        await context.close();
        if (round > 0) seen[who].push(watched);
      }
    }
    const row = (name: string, unit: string, of: (watched: Watched) => number): Measured => ({
      group: `first ${WATCHED_MS / 1_000} s on the slow line, ${mediaNames[kind]}`,
      what: `segments of ${seconds} s: ${name}`,
      value: median(seen.app.map(of)),
      unit,
      beside: { what: "bare page with hls.js", value: median(seen.bare.map(of)) },
    });
    return [
      row("waiting events", "", ({ waits }) => waits),
      row("picture stood still", "s", ({ stoodStill }) => stoodStill),
      row(`frames shown, of ${(FRAMES_A_SECOND * WATCHED_MS) / 1_000}`, "", ({ frames }) => frames),
    ];
  } finally {
    await viewing.stop();
  }
}

export async function measure(options: MeasureOptions): Promise<Measured[]> {
  const { quick, media = KINDS, rounds = quick ? 1 : 3, segments = SEGMENTS } = options;
  const rows: Measured[] = [];
  for (const kind of media) {
    for (const seconds of kind === "own" ? OWN_SEGMENTS : segments)
      rows.push(...(await measureKind(kind, rounds, seconds)));
  }
  return rows;
}

runAlone(import.meta.url, measure);
