import type { Page } from "playwright/test";
import { compare, type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { barePages, linkTo } from "../setup/bare-page.ts";
import { type MediaKind, mediaKinds, mediaNames } from "../setup/media-kinds.ts";
import { slowDown } from "../setup/slow-phone.ts";
import { fromAddress, fromTap, startViewing } from "../setup/viewing.ts";

/**
 * How long a viewer waits for a frame: after a tap on a card, on a page opened by its address, and, of our own media, after
 * a seek to what is not loaded; each beside a bare page with `<video>` and hls.js on the same stream, one with the
 * browser's own player and one with a plain file:
 * `npm run build && npx tsx tests/bench/measures/first-frame.ts [--media ts-single] [--segments 4] [--rounds 3]`.
 */

const conditions = {
  "150 ms, 1.6 Mbit/s, processor 4 times slower": {
    slow: true,
    goals: { tap: { hls: 0.6, file: 1.5 }, address: { hls: 0.7 }, seek: { hls: 0.8 } },
  },
  "nothing slowed": {
    slow: false,
    goals: { tap: { hls: 0.8 }, address: { hls: 1.2 } },
  },
} satisfies Record<string, Condition>;

interface Condition {
  slow: boolean;
  /** The most that the app may take with our own media, as a share of the bare page's time. */
  goals: Partial<Record<Start, Partial<Record<BarePage, number>>>>;
}
type BarePage = "hls" | "native" | "file";
type Start = "tap" | "address" | "seek";

const starts: Record<Start, string> = {
  tap: "from a tap",
  address: "of a page opened by its address",
  seek: "after a seek",
};
const barePageNames: Record<BarePage, string> = {
  hls: "bare page with hls.js",
  native: "bare page with the browser's player",
  file: "bare page with a file",
};

/** In seconds, of an episode of 23 minutes. */
const SEEK_TO = 700;

/** The first frame that is shown after a seek, from a page that has loaded all it wants. */
async function afterSeek(page: Page, slow: boolean, address: string) {
  await page.goto(address);
  await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 1);
  await page.waitForLoadState("networkidle");
  if (slow) await slowDown(page);
  return page.locator("video").evaluate(
    // named functions would call a helper of the script that runs this, which the page has not
    async (video: HTMLVideoElement, to) => {
      const began = performance.now();
      video.currentTime = to;
      for (;;) {
        const frame = await new Promise<VideoFrameCallbackMetadata>((resolve) =>
          video.requestVideoFrameCallback((_now, shown) => resolve(shown)),
        );
        if (frame.mediaTime >= to - 1) return frame.presentationTime - began;
      }
    },
    SEEK_TO,
  );
}

interface Play {
  start: Start;
  who: "app" | BarePage;
  play: (page: Page, slow: boolean) => Promise<number>;
}

type Viewing = Awaited<ReturnType<typeof startViewing>>;

function plays({ address, stream }: Viewing, kind: MediaKind): Play[] {
  const addresses = {
    app: address,
    hls: barePages.hls(stream),
    native: barePages.native(stream),
    file: barePages.file,
  };
  return [
    ...(["app", "hls", "native", "file"] as const).flatMap((who): Play[] => {
      const [from, link] =
        who === "app" ? ["/", `a[href="${address}"]`] : [linkTo(addresses[who]), "#go"];
      return [
        { start: "tap", who, play: (page, slow) => fromTap(page, slow, from, link) },
        { start: "address", who, play: (page, slow) => fromAddress(page, slow, addresses[who]) },
      ];
    }),
    ...(["app", "hls"] as const)
      // the film of another host is too short for it
      .filter(() => kind === "own")
      .map(
        (who): Play => ({
          start: "seek",
          who,
          play: (page, slow) => afterSeek(page, slow, addresses[who]),
        }),
      ),
  ];
}

async function measureKind(kind: MediaKind, rounds: number, segmentSeconds?: number) {
  const group = `first frame, ${mediaNames[kind]}`;
  const viewing = await startViewing(kind, segmentSeconds);
  try {
    const measured = plays(viewing, kind);
    const rows: Measured[] = [];
    for (const [condition, { slow, goals }] of Object.entries<Condition>(conditions)) {
      const times = measured.map(() => [] as number[]);
      // the first round warms the site and the browser
      for (let round = 0; round <= rounds; round += 1) {
        for (const [index, { start, play }] of measured.entries()) {
          const context = await (start === "seek" ? viewing.newMember() : viewing.newVisitor());
          const time = await play(await context.newPage(), slow);
          await context.close();
          if (round > 0) times[index]?.push(time);
        }
      }
      const timesOf = (start: Start, who: Play["who"]) =>
        times[measured.findIndex((play) => play.start === start && play.who === who)] ?? [];
      for (const { start, who } of measured) {
        const what = `${condition}, ${starts[start]}`;
        const value = median(timesOf(start, "app"));
        if (who === "app") {
          const slowest = Math.max(...timesOf(start, "app"));
          rows.push({ group, what: `${what}: slowest`, value: slowest, unit: "ms" });
        } else {
          const most = kind === "own" ? goals[start]?.[who] : undefined;
          const goal = most !== undefined && { goal: { atMost: most } };
          const beside = { what: barePageNames[who], value: median(timesOf(start, who)) };
          rows.push(compare({ group, what, value, unit: "ms", ...goal }, beside));
        }
      }
    }
    return rows;
  } finally {
    await viewing.stop();
  }
}

export async function measure(options: MeasureOptions): Promise<Measured[]> {
  const { quick, media = mediaKinds, rounds = quick ? 1 : 9, segments } = options;
  const rows: Measured[] = [];
  for (const kind of media) rows.push(...(await measureKind(kind, rounds, segments?.[0])));
  return rows;
}

runAlone(import.meta.url, measure);
