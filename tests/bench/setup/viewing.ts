import { type BrowserContext, chromium, type Page } from "playwright/test";
import { boxOf } from "../../e2e/fixtures/boxes.ts";
import { skipFirstVisit } from "../../e2e/fixtures/site.ts";
import { fingerOn } from "../../e2e/fixtures/touch.ts";
import { startBesideBarePages } from "./bare-page.ts";
import { foreignFile } from "./foreign-media.ts";
import type { MediaKind } from "./media-kinds.ts";
import { becomeVip } from "./members.ts";
import { firstVideoOn, startSiteToBrowse } from "./servers.ts";
import { launchOptions, numberSaid, phone, slowDown } from "./slow-phone.ts";

/** In milliseconds: how long a finger rests on the screen when it taps. */
const TAP_MS = 80;

/**
 * Notes when the finger was lifted, and says when the first frame was shown in the page: a question from outside takes a
 * fifth of a second on the slow phone. A stream that a press has begun is played when its
 * element comes into the page.
 */
const sayTimes = `
  addEventListener("pointerup", () => {
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

/** How long it took to the first frame, in milliseconds, from the end of a tap on that link of a page. */
export async function fromTap(page: Page, slow: boolean, address: string, link: string) {
  await page.goto(address, { waitUntil: "networkidle" });
  // the app's worker keeps its code, as that of whoever looks around before they choose a video
  await page.evaluate(async () => {
    if (await navigator.serviceWorker.getRegistration()) await navigator.serviceWorker.ready;
  });
  const finger = await fingerOn(page);
  const { x, y } = await boxOf(page.locator(link).first());
  if (slow) await slowDown(page);
  const tap = async () => {
    await finger.down(x + 5, y + 5);
    await page.waitForTimeout(TAP_MS);
    await finger.lift();
  };
  const [time] = await Promise.all([untilFirstFrame(page), tap()]);
  return time;
}

/** The same of a page that is opened by its address. */
export async function fromAddress(page: Page, slow: boolean, address: string) {
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

/** A site with such media, bare pages beside it, and a browser whose pages say when their first frame was shown. */
export async function startViewing(kind: MediaKind, segmentSeconds?: number) {
  // first of all: without a browser nothing else is left running
  const browser = await chromium.launch(launchOptions);
  const site = await startSiteToBrowse(undefined, kind, segmentSeconds);
  const front = await startBesideBarePages(site.url, kind === "own" ? undefined : foreignFile());
  const code = await firstVideoOn(site.url);

  /** Somebody new, who sees a preview. */
  async function newVisitor(): Promise<BrowserContext> {
    const context = await browser.newContext({
      ...phone,
      baseURL: front.url,
      serviceWorkers: "allow",
    });
    await skipFirstVisit(context, front.url);
    await context.addInitScript({ content: sayTimes });
    return context;
  }
  return {
    /** The page of the first video on the home page, and its stream. */
    address: `/videoinfo?id=${code}`,
    stream: `/stream/${code}/0/0/index.m3u8`,
    newVisitor,
    /** Somebody who may see all of every episode. */
    async newMember() {
      const context = await newVisitor();
      await becomeVip(context, site.upstream);
      return context;
    },
    async stop() {
      await browser.close();
      await front.stop();
      await site.stop();
    },
  };
}
