import type { Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { placeOn, scrollDown } from "../fixtures/place.ts";
import { setInsets } from "../fixtures/safe-area.ts";
import { expect, hydrated, showTab, test } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

/** A tag's feed, because the editors' choice has only thirty videos. */
const ALL = "/swipe?tag=0";

interface Shown {
  /** The element's slide, from 0; -1 if it has had none yet. */
  slide: number;
  time: number;
  paused: boolean;
  /** In seconds. */
  loaded: number;
  onScreen: boolean;
}

const videosOn = (page: Page) =>
  page.locator("video").evaluateAll((elements) =>
    elements.map((element): Shown => {
      const { dataset, currentTime, paused, buffered } = element as HTMLVideoElement;
      const { top } = element.getBoundingClientRect();
      return {
        slide: Number(dataset.slide ?? -1),
        time: currentTime,
        paused,
        loaded: buffered.length > 0 ? buffered.end(buffered.length - 1) : 0,
        onScreen: Math.abs(top) < 2,
      };
    }),
  );

const videoOf = async (page: Page, slide: number) =>
  (await videosOn(page)).find((one) => one.slide === slide);

/** Expects that only the visible slide plays. */
const expectPlays = (page: Page, slide: number) =>
  expect
    .poll(async () => {
      const playing = (await videosOn(page)).filter(({ paused }) => !paused);
      return playing.map((one) => one.onScreen && one.time > 0.2 && one.slide);
    })
    .toEqual([slide]);

const isReady = (page: Page, slide: number) =>
  expect.poll(async () => (await videoOf(page, slide))?.loaded ?? 0).toBeGreaterThan(3);

async function swipe(page: Page, by: 1 | -1 = 1) {
  const finger = await fingerOn(page);
  await finger.down(150, by > 0 ? 720 : 160);
  await finger.moveBy(0, -560 * by, 200);
  await finger.lift();
}

async function swipeTo(page: Page, slide: number) {
  await swipe(page);
  await expectPlays(page, slide);
}

/** The visible slide. */
const slideOn = (page: Page, position: number) =>
  page.locator(`article[aria-posinset="${position}"]`);

const storeOnDevice = (page: Page, name: string, value: unknown) =>
  page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
    name,
    JSON.stringify(value),
  ] as const);

test("the first video plays, and a swipe plays the next one from its preloaded segment", async ({
  page,
}) => {
  await page.goto(ALL);
  await expect(page.getByRole("heading", { level: 1, name: "刷视频" })).toBeVisible();
  await expectPlays(page, 0);
  await isReady(page, 1);
  const next = await videoOf(page, 1);
  expect(next).toMatchObject({ paused: true, time: 0 });
  expect(next?.loaded).toBeLessThan(4.5);

  await swipeTo(page, 1);
  await isReady(page, 2);
  const before = await videoOf(page, 0);
  expect(before).toMatchObject({ paused: true, onScreen: false });
  // the slide resumes where it was left
  await swipe(page, -1);
  await expectPlays(page, 0);
  expect((await videoOf(page, 0))?.time).toBeGreaterThanOrEqual(before?.time ?? 0);
});

test("ten swipes use three video elements, a few slides and no history entry; back restores home's scroll position, and going back to the feed restores the slide", async ({
  page,
}) => {
  await page.goto("/");
  await scrollDown(page, 900);
  const place = await placeOn(page);
  // tapped by position, because Playwright's `tap` would scroll the page
  const { x, y, width, height } = await boxOf(page.getByRole("link", { name: "刷视频" }));
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(page).toHaveURL(/\/swipe$/);
  await expectPlays(page, 0);
  const entries = await page.evaluate(() => history.length);
  for (let slide = 1; slide <= 10; slide += 1) await swipeTo(page, slide);
  await expect(page.locator("video")).toHaveCount(3);
  expect(await page.locator("article").count()).toBeLessThanOrEqual(5);
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await page.getByRole("link", { name: "返回" }).tap();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => placeOn(page)).toEqual(place);
  await page.goForward();
  await expectPlays(page, 10);

  const title = String(await slideOn(page, 11).getByRole("heading").textContent());
  await slideOn(page, 11).getByRole("link", { name: "看完整视频" }).tap();
  await expect(page).toHaveURL(/\/videoinfo\?id=\d+&ep=\d+%2F0%2F0&t=\d+/);
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
  await page.goBack();
  await expect(slideOn(page, 11).getByRole("heading", { name: title })).toBeInViewport();
  await expectPlays(page, 10);
});

test("a tag's page opens a feed of the tag's videos, without dismissed ones", async ({ page }) => {
  await page.goto("/?tag=30");
  const first = page.locator("main a[href^='/videoinfo']").first();
  const code = String(await first.getAttribute("href")).split("=")[1];
  const title = String(await first.textContent());
  await page.getByRole("link", { name: "刷视频" }).tap();
  await expect(page).toHaveURL(/\/swipe\?tag=30$/);
  await expectPlays(page, 0);
  const shown = () => slideOn(page, 1).getByRole("heading").textContent();
  expect(title).toContain(String(await shown()));
  const before = await shown();
  await storeOnDevice(page, "unwantedVideos", [code]);
  await page.reload();
  await expect.poll(shown).not.toBe(before);
  await expectPlays(page, 0);
});

test("a video can be liked, saved and shared in the feed, and its episodes chosen", async ({
  page,
}) => {
  await page.goto(ALL);
  await expectPlays(page, 0);
  const slide = slideOn(page, 1);
  const like = slide.getByRole("button", { name: /^喜欢《/ });
  await like.tap();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("点赞成功")).toBeVisible();
  const keep = slide.getByRole("button", { name: "收藏" });
  await keep.tap();
  await expect(keep).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("收藏成功")).toBeVisible();

  await slide.getByRole("button", { name: "分享" }).tap();
  const card = page.getByRole("dialog", { name: "分享" });
  await expect(card.getByRole("img", { name: "分享二维码" })).toBeVisible();
  await card.getByRole("button", { name: "关闭" }).tap();
  await expect(card).toBeHidden();

  await test.step("sound", async () => {
    const mute = page.getByRole("button", { name: "静音" });
    await mute.tap();
    await expect(mute).toHaveAttribute("aria-pressed", "true");
    const muted = () =>
      page
        .locator("video")
        .evaluateAll((all) => all.every((one) => (one as HTMLVideoElement).muted));
    expect(await muted()).toBe(true);
  });

  const series = page.getByRole("button", { name: "选集" });
  for (let at = 1; (await slideOn(page, at).getByRole("button", { name: "选集" }).count()) === 0; )
    await swipeTo(page, at++);
  await series.first().tap();
  const sheet = page.getByRole("dialog", { name: "选集" });
  await sheet.getByRole("button").nth(2).tap();
  await expect(page).toHaveURL(/\/videoinfo\?id=\d+&ep=\d+%2F0%2F1/);
  await page.goBack();
  await expect(page).toHaveURL(/\/swipe/);
});

test("a tap pauses and resumes", async ({ page }) => {
  await page.goto(ALL);
  await expectPlays(page, 0);
  await page.getByRole("button", { name: "暂停" }).tap();
  await expect.poll(async () => (await videoOf(page, 0))?.paused).toBe(true);
  await page.getByRole("button", { name: "播放" }).tap();
  await expectPlays(page, 0);
});

test("at the end of a preview the feed links to the full video", async ({ page }) => {
  await page.goto(ALL);
  await expectPlays(page, 0);
  await page.locator('video[data-slide="0"]').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 13;
  });
  await expect(page.getByText("试看结束")).toBeVisible();
  const ended = await videoOf(page, 0);
  expect(ended?.paused).toBe(true);
  expect(ended?.time).toBeLessThanOrEqual(15.1);
  await page.getByRole("link", { name: "看完整视频" }).first().tap();
  await expect(page).toHaveURL(/&t=1[45]$/);
  await expect(page.getByRole("dialog", { name: "付费影视" })).toBeVisible();
});

test("with save-data the next video is not preloaded", async ({ page }) => {
  await storeOnDevice(page, "dataUse", "saver");
  await page.goto(ALL);
  await expectPlays(page, 0);
  await expect.poll(async () => (await videoOf(page, 0))?.time).toBeGreaterThan(3);
  expect((await videosOn(page)).map(({ slide }) => slide)).toEqual([0, -1, -1]);
  await swipeTo(page, 1);
});

test("the mini player closes when the feed opens", async ({ page }) => {
  await page.goto("/");
  await page.locator("main a[href^='/videoinfo']").first().tap();
  await expect(page).toHaveURL(/videoinfo/);
  await expect
    .poll(() => page.locator("video").evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0.5);
  await page.getByRole("link", { name: "返回" }).tap();
  await expect(page.getByRole("region", { name: "小窗播放" })).toBeVisible();
  await page.getByRole("link", { name: "刷视频" }).tap();
  await expectPlays(page, 0);
  await expect(page.getByRole("region", { name: "小窗播放" })).toBeHidden();
  await expect(page.locator("video")).toHaveCount(3);
});

test.describe("in the background", () => {
  test.use({ beforeScripts: true });
  test("the feed loads nothing before its tab is visible, and playback pauses when it is hidden", async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.addInitScript(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
    });
    await page.goto(ALL);
    await hydrated(page);
    await expect(page.getByRole("button", { name: "播放" })).toBeVisible();
    expect(asked.filter((path) => path.startsWith("/stream/"))).toEqual([]);
    await showTab(page, "visible");
    await expectPlays(page, 0);
    await showTab(page, "hidden");
    expect((await videoOf(page, 0))?.paused).toBe(true);
    await showTab(page, "visible");
    await expectPlays(page, 0);
  });
});

test.describe("at its end", () => {
  test.use({ mayLogErrors: true });
  test("the feed shows a message, failed videos can be retried, and an empty list is reported", async ({
    page,
  }) => {
    let fails = true;
    await page.route(/\/rows\/feed\?/, (route) => (fails ? route.abort() : route.continue()));
    await page.goto("/swipe");
    await expectPlays(page, 0);
    for (let slide = 1; slide < 5; slide += 1) await swipeTo(page, slide);
    await swipe(page);
    await expect(page.getByRole("alert")).toBeInViewport();
    fails = false;
    await page.getByRole("button", { name: "重试" }).tap();
    await expect(slideOn(page, 6).getByRole("heading")).toBeInViewport();
    await expectPlays(page, 5);
    const end = page.getByText("没有更多了");
    await expect
      .poll(
        async () => {
          await page.keyboard.press("ArrowDown");
          return end.evaluateAll((all) => all.some((one) => one.getBoundingClientRect().y < 844));
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await expect(end).toBeInViewport();
    expect(await violations(page)).toEqual([]);
    expect((await videosOn(page)).every(({ paused }) => paused)).toBe(true);
    await page.getByRole("button", { name: "从头播放" }).tap();
    await expectPlays(page, 0);

    await page.goto("/swipe?tag=987654");
    await expect(page.getByText("暂无记录")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "回到首页" }).tap();
    await expect(page).toHaveURL(/\/$/);
  });
});

test("axe finds no violation, and every control is inside the screen's insets", async ({
  page,
}) => {
  await page.goto(ALL);
  await expectPlays(page, 0);
  expect(await violations(page)).toEqual([]);
  await setInsets(page, { top: 47, bottom: 34 });
  for (const width of [320, 390, 430]) {
    await page.setViewportSize({ width, height: 700 });
    const heading = slideOn(page, 1).getByRole("heading");
    await expect(heading).toBeInViewport();
    const { y, height } = await boxOf(heading);
    const badge = await boxOf(slideOn(page, 1).getByText("VIP", { exact: true }));
    expect(badge.y).toBeGreaterThanOrEqual(y + height);
    for (const button of await slideOn(page, 1).locator("button, a").all()) {
      const box = await button.boundingBox();
      expect(box && box.y >= 0 && box.x >= 0 && box.x + box.width <= width).toBe(true);
      if (await button.evaluate((one) => one.closest("form") !== null))
        expect(box && box.y + box.height <= 700 - 34 && box.height >= 44).toBe(true);
    }
  }
});

test.describe("on a phone in landscape", () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test("a slide is as wide as the window, with its text beside its buttons", async ({ page }) => {
    await page.goto(ALL);
    await setInsets(page, { left: 47, right: 47, bottom: 21 });
    await expectPlays(page, 0);
    const slide = slideOn(page, 1);
    expect((await boxOf(slide)).width).toBe(844);
    const words = await boxOf(slide.getByRole("heading").locator(".."));
    expect(words.x).toBeGreaterThanOrEqual(47);
    for (const button of await slide.locator("form button").all()) {
      const box = await boxOf(button);
      expect(box.x).toBeGreaterThanOrEqual(words.x + words.width);
      expect(box.x + box.width).toBeLessThanOrEqual(844 - 47);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(390 - 21);
    }
  });
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });
  test("keys and the wheel move through the feed", async ({ page }) => {
    await page.goto(ALL);
    await expectPlays(page, 0);
    await page.keyboard.press("ArrowDown");
    await expectPlays(page, 1);
    await page.keyboard.press("Space");
    await expect.poll(async () => (await videoOf(page, 1))?.paused).toBe(true);
    await page.keyboard.press("Space");
    await expectPlays(page, 1);
    await page.keyboard.press("ArrowUp");
    await expectPlays(page, 0);
    await page.mouse.move(640, 300);
    await page.mouse.wheel(0, 100);
    await expectPlays(page, 1);
    await page.mouse.wheel(0, -100);
    await expectPlays(page, 0);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the feed is a list of pictures and links, page by page", async ({ page }) => {
    await page.goto(ALL);
    const slides = page.getByRole("article");
    await expect(slides).toHaveCount(10);
    await expect(slides.first().getByRole("link", { name: "看完整视频" })).toHaveAttribute(
      "href",
      /^\/videoinfo\?id=\d+/,
    );
    const first = await slides.first().getByRole("heading").textContent();
    await page.getByRole("link", { name: "下一页" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(slides.first().getByRole("heading")).not.toHaveText(String(first));
  });
});
