import { type BrowserContext, chromium } from "playwright/test";
import { settle } from "../../e2e/fixtures/site.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { compare, type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { startBesideBarePage } from "../setup/bare-page.ts";
import { launchOptions, phone, slowDown } from "../setup/slow-phone.ts";

/**
 * From the tap to the first frame, on a phone with a slow line: a card of the home page, against a link to a bare page
 * with `<video>` and hls.js on the same stream. `npm run build && npx tsx tests/bench/measures/first-frame.ts`.
 */

const AT_MOST = 1.3;
/** Notes when the finger came down and when the first frame was shown, in milliseconds since 1970. */
const noteTimes = `
  const note = (name, at) => sessionStorage.getItem(name) ||
    sessionStorage.setItem(name, performance.timeOrigin + at);
  addEventListener("pointerdown", () => note("tap", performance.now()), true);
  document.addEventListener("loadstart", ({ target }) => {
    target.requestVideoFrameCallback((now, { presentationTime }) => note("frame", presentationTime));
  }, true);
`;

/** Opens a page, waits until it is quiet, and taps; the time to the first frame in milliseconds. */
async function fromTapToFrame(context: BrowserContext, address: string, link: string) {
  await context.addInitScript({ content: noteTimes });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "networkidle" });
  await slowDown(page);
  await page.locator(link).first().tap();
  const times = await page.waitForFunction(() => {
    const [tap, frame] = ["tap", "frame"].map((name) => Number(sessionStorage.getItem(name)));
    return tap && frame ? frame - tap : undefined;
  });
  return Number(await times.jsonValue());
}

const card = (code: string) => `a[href="/videoinfo?id=${code}"]`;

const app = (context: BrowserContext, code: string) => fromTapToFrame(context, "/", card(code));

async function bare(context: BrowserContext, code: string) {
  // a ticket is the visitor's own
  for (const path of ["/", "/member.data"]) await context.request.get(path);
  const data = await (await context.request.get(`/videoinfo.data?id=${code}`)).text();
  const stream = /\/stream\/[\w-]+\/index\.m3u8/.exec(data)?.[0] ?? "";
  return fromTapToFrame(context, `/bare/start?stream=${stream}`, "#go");
}

type NewContext = <Result>(use: (context: BrowserContext) => Promise<Result>) => Promise<Result>;

async function takeTurns(inNewContext: NewContext, code: string, rounds: number) {
  const times = { app: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const one = {
      app: await inNewContext((context) => app(context, code)),
      bare: await inNewContext((context) => bare(context, code)),
    };
    // the first round warms the site and the browser
    if (round === 0) continue;
    times.app.push(one.app);
    times.bare.push(one.bare);
  }
  return times;
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startSiteProgram();
  const front = await startBesideBarePage(site.url);
  const browser = await chromium.launch(launchOptions);
  const inNewContext: NewContext = async (use) => {
    const context = await browser.newContext({ ...phone, baseURL: front.url });
    await settle(context, front.url);
    const result = await use(context);
    await context.close();
    return result;
  };
  try {
    const home = await (await fetch(site.url)).text();
    const code = /\/videoinfo\?id=(\d+)/.exec(home)?.[1] ?? "";
    const times = await takeTurns(inNewContext, code, quick ? 1 : 7);
    return [
      compare(
        {
          group: "first frame",
          what: "tap on a card to the first frame, slow line and CPU",
          value: median(times.app),
          unit: "ms",
          goal: { atMost: AT_MOST },
        },
        { what: "bare page with hls.js", value: median(times.bare) },
      ),
    ];
  } finally {
    await browser.close();
    await front.stop();
    await site.stop();
  }
}

runAlone(import.meta.url, measure);
