import { type BrowserContext, chromium, type Page } from "playwright/test";
import { settle } from "../../e2e/fixtures/site.ts";
import { compare, type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { barePages, linkTo, startBesideBarePages } from "../setup/bare-page.ts";
import { becomeVip } from "../setup/members.ts";
import { firstVideoOn, startSiteToBrowse } from "../setup/servers.ts";
import { launchOptions, numberSaid, phone, slowDown } from "../setup/slow-phone.ts";

/**
 * How long a viewer waits for a frame: after a tap on a card, on a page opened by its address, and after a seek to what is
 * not loaded; each beside a bare page with `<video>` and hls.js on the same stream, and one with a plain file:
 * `npm run build && npx tsx tests/bench/measures/first-frame.ts`.
 */

const group = "first frame";

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
  /** The most that the app may take, as a share of the bare page's time. */
  goals: Partial<Record<Start, Partial<Record<BarePage, number>>>>;
}
type BarePage = "hls" | "file";
type Start = "tap" | "address" | "seek";

const starts: Record<Start, string> = {
  tap: "from a tap",
  address: "of a page opened by its address",
  seek: "after a seek",
};
const barePageNames = { hls: "bare page with hls.js", file: "bare page with a file" };

/** In seconds, of an episode of 23 minutes. */
const SEEK_TO = 700;

/**
 * Notes when the finger came down, and says when the first frame was shown in the page: a question from outside takes a
 * fifth of a second on the slow phone. A stream that a tap has begun is played when its
 * element comes into the page.
 */
const sayTimes = `
  addEventListener("pointerdown", () => {
    sessionStorage.setItem("begin", performance.timeOrigin + performance.now());
  }, { capture: true, once: true });
  let said = false;
  const awaitFrame = ({ target }) =>
    target.requestVideoFrameCallback((_now, { presentationTime }) => {
      if (said) return;
      said = true;
      const at = performance.timeOrigin + presentationTime;
      console.debug("frame after", at - Number(sessionStorage.getItem("begin")));
    });
  document.addEventListener("loadstart", awaitFrame, true);
  document.addEventListener("play", awaitFrame, true);
`;

/** To be called before what leads to the frame. */
const untilFirstFrame = (page: Page) => numberSaid(page, "frame after");

async function fromTap(page: Page, slow: boolean, address: string, link: string) {
  await page.goto(address, { waitUntil: "networkidle" });
  // the app's worker keeps its code, as that of whoever looks around before they choose a video
  await page.evaluate(async () => {
    if (await navigator.serviceWorker.getRegistration()) await navigator.serviceWorker.ready;
  });
  if (slow) await slowDown(page);
  const [time] = await Promise.all([untilFirstFrame(page), page.locator(link).first().tap()]);
  return time;
}

async function fromAddress(page: Page, slow: boolean, address: string) {
  // an empty document first, so that the browser has its process for the site
  await page.goto("/healthz");
  if (slow) await slowDown(page);
  await page.addInitScript(() => sessionStorage.setItem("begin", String(performance.timeOrigin)));
  const [time] = await Promise.all([
    untilFirstFrame(page),
    page.goto(address, { waitUntil: "commit" }),
  ]);
  return time;
}

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

const appAddress = (code: string) => `/videoinfo?id=${code}`;
const cardTo = (code: string) => `a[href="${appAddress(code)}"]`;

interface Play {
  start: Start;
  who: "app" | BarePage;
  play: (page: Page, slow: boolean) => Promise<number>;
}

function plays(code: string, stream: string): Play[] {
  const addresses = {
    app: appAddress(code),
    hls: barePages.hls(stream),
    file: barePages.file,
  };
  return [
    ...(["app", "hls", "file"] as const).flatMap((who): Play[] => {
      const [from, link] = who === "app" ? ["/", cardTo(code)] : [linkTo(addresses[who]), "#go"];
      return [
        { start: "tap", who, play: (page, slow) => fromTap(page, slow, from, link) },
        { start: "address", who, play: (page, slow) => fromAddress(page, slow, addresses[who]) },
      ];
    }),
    ...(["app", "hls"] as const).map(
      (who): Play => ({
        start: "seek",
        who,
        play: (page, slow) => afterSeek(page, slow, addresses[who]),
      }),
    ),
  ];
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startSiteToBrowse();
  const front = await startBesideBarePages(site.url);
  const browser = await chromium.launch(launchOptions);

  async function newVisitor(): Promise<BrowserContext> {
    const context = await browser.newContext({
      ...phone,
      baseURL: front.url,
      serviceWorkers: "allow",
    });
    await settle(context, front.url);
    await context.addInitScript({ content: sayTimes });
    return context;
  }

  /** Somebody who may see all of every episode. */
  async function newMember() {
    const context = await newVisitor();
    await becomeVip(context, site.upstream);
    return context;
  }

  try {
    const code = await firstVideoOn(site.url);
    const measured = plays(code, `/stream/${code}/0/0/index.m3u8`);
    const rows: Measured[] = [];
    for (const [condition, { slow, goals }] of Object.entries<Condition>(conditions)) {
      const times = measured.map(() => [] as number[]);
      // the first round warms the site and the browser
      for (let round = 0; round <= (quick ? 1 : 9); round += 1) {
        for (const [index, { start, play }] of measured.entries()) {
          const context = start === "seek" ? await newMember() : await newVisitor();
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
          const most = goals[start]?.[who];
          const goal = most !== undefined && { goal: { atMost: most } };
          const beside = { what: barePageNames[who], value: median(timesOf(start, who)) };
          rows.push(compare({ group, what, value, unit: "ms", ...goal }, beside));
        }
      }
    }
    return rows;
  } finally {
    await browser.close();
    await front.stop();
    await site.stop();
  }
}

runAlone(import.meta.url, measure);
