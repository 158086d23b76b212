import { chromium, devices, expect, type Page } from "playwright/test";
import { skipFirstVisit } from "../e2e/fixtures/site.ts";
import { disposable } from "../support/disposable.ts";

/** Only ends what never happens: an engine and a browser on one machine are slow. */
const WAIT = { timeout: 120_000 };
/** In milliseconds: how often a playback is looked at. */
const LOOK_EVERY = 200;
const PAUSED_MESSAGE = /播放出错了|连接中断|片源响应太慢|网络异常/;

/** A browser on a phone, whose visitor has been asked everything that a first visit asks. */
export async function openBrowser(url: string) {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"],
  });
  const context = await browser.newContext({
    ...devices["Pixel 7"],
    baseURL: url,
    locale: "zh-CN",
  });
  context.setDefaultTimeout(WAIT.timeout);
  await skipFirstVisit(context, url);
  const page = await context.newPage();
  return disposable({
    /** Home, pay for VIP, play a video, like it. */
    async visit() {
      const start = performance.now();
      const said: string[] = [];
      const note = (what: string) =>
        said.push(`${what} after ${((performance.now() - start) / 1_000).toFixed(1)} s`);
      await page.goto("/");
      await expect(page.locator('a[href^="/videoinfo"]').first()).toBeVisible(WAIT);
      note("home");
      await page.goto("/vip");
      await page.getByRole("button", { name: "立即开通" }).tap();
      await page.getByRole("button", { name: "支付", exact: true }).tap(WAIT);
      await expect(page.getByRole("status")).toHaveText("支付成功，会员已开通", WAIT);
      note("paid");
      await page.goto("/");
      await page.locator('a[href^="/videoinfo"]').first().tap();
      const video = page.locator("video").first();
      await expect
        .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime), WAIT)
        .toBeGreaterThan(1);
      note("playing");
      await page.getByRole("button", { name: "点赞" }).first().tap();
      await expect(page.getByText("点赞成功")).toBeVisible(WAIT);
      note("liked");
      return said.join(", ");
    },
    /** What a visitor sees from `goAway` until the page has come back after `comeBack`. */
    async outage(goAway: () => Promise<unknown>, comeBack: () => Promise<unknown>) {
      await goAway();
      const answer = await page.goto("/mine");
      await expect(page.getByRole("heading", { name: "网站正在恢复" })).toBeVisible();
      await comeBack();
      const start = performance.now();
      await expect(page.getByRole("heading", { name: "网站正在恢复" })).toHaveCount(0, WAIT);
      await expect(page).toHaveTitle(/橙影/, WAIT);
      return `${answer?.status()}, and back ${((performance.now() - start) / 1_000).toFixed(1)} s after the start`;
    },
    /** The code of the member, who is registered if this is the first page. */
    async member() {
      await page.goto("/mine");
      const text = await page.getByText(/^ID：/).textContent();
      return /\d+/.exec(text ?? "")?.[0] ?? "";
    },
    /** The same member, who opens this video and stays with it. */
    async watch(code: string) {
      // the demo's videos repeat the same minutes, which a browser has kept after the first time
      const protocol = await context.newCDPSession(page);
      await protocol.send("Network.setCacheDisabled", { cacheDisabled: true });
      await page.goto(`/videoinfo?id=${code}`);
      return watching(page);
    },
    /** The same member, who opens pages in another tab. */
    browse: async () => browsing(await context.newPage()),
    stop: () => browser.close(),
  });
}

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Somebody who plays a video. */
async function watching(page: Page) {
  const video = page.locator("video").first();
  const time = () => video.evaluate((one: HTMLVideoElement) => one.currentTime);
  await expect.poll(time, WAIT).toBeGreaterThan(1);
  return {
    time,
    /** Up to where it is loaded from where it plays, in seconds. */
    loaded: () =>
      video.evaluate((one: HTMLVideoElement) => {
        const { buffered, currentTime } = one;
        for (let part = 0; part < buffered.length; part += 1)
          if (buffered.start(part) <= currentTime + 0.5 && buffered.end(part) > currentTime)
            return buffered.end(part);
        return currentTime;
      }),
    seek: (to: number) =>
      video.evaluate((one: HTMLVideoElement, at) => {
        one.currentTime = at;
      }, to),
    /** Plays on until this time; presses what the page offers if it says that it failed. */
    async playsTo(to: number, seconds: number) {
      const end = performance.now() + seconds * 1_000;
      let before = await time();
      let stalled = 0;
      const said = new Set<string>();
      while (before < to) {
        if (performance.now() > end) throw new Error(`at ${before} s of ${to} s`);
        await page.waitForTimeout(LOOK_EVERY);
        const now = await time();
        if (now === before) stalled += LOOK_EVERY;
        before = now;
        const message = page.getByText(PAUSED_MESSAGE).first();
        if (!(await message.isVisible())) continue;
        said.add((await message.textContent()) ?? "");
        await page
          .getByRole("button", { name: "重试" })
          .first()
          .tap({ timeout: 1_000 })
          .catch(() => undefined);
      }
      const words = said.size > 0 ? `said “${[...said].join(" ")}”` : "said nothing";
      return `stood still ${(stalled / 1_000).toFixed(1)} s, ${words}`;
    },
  };
}

const PATHS = [
  "/",
  "/category",
  "/videoinfo?id=130001",
  "/mine",
  "/sreinfo?searchStr=海",
  "/taglist",
];

/** Somebody who opens one page after the other until `end` is called. */
function browsing(page: Page) {
  const seen = { whole: 0, "with a message": 0, "the waiting page": 0, none: 0 };
  let slowest = 0;
  let ended = false;
  async function look(path: string): Promise<keyof typeof seen> {
    const answer = await page.goto(path, { waitUntil: "load", ...WAIT }).catch(() => undefined);
    if (!answer) return "none";
    const text = await page
      .locator("body")
      .textContent()
      .catch(() => null);
    if (text === null) return "none";
    if (text.includes("网站正在恢复")) return "the waiting page";
    return /网络异常|加载失败/.test(text) ? "with a message" : "whole";
  }
  async function roam() {
    for (let step = 0; !ended; step += 1) {
      const start = performance.now();
      seen[await look(PATHS[step % PATHS.length] ?? "/")] += 1;
      slowest = Math.max(slowest, (performance.now() - start) / 1_000);
    }
  }
  const roaming = roam();
  return {
    async end() {
      ended = true;
      await roaming;
      await page.close();
      const counts = Object.entries(seen).filter(([, count]) => count > 0);
      return `${counts.map(([what, count]) => `${count} ${what}`).join(", ")}; slowest ${slowest.toFixed(1)} s`;
    },
  };
}
