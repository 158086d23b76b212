import { like } from "drizzle-orm";
import type { Page } from "playwright/test";
import { videos } from "../../../server/upstream/db/schema.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { expect, type Player, playerOn, test } from "../fixtures/playback.ts";
import { showTitles } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

const windowOn = (page: Page) => page.getByRole("region", { name: "小窗播放" });

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name });

const back = (page: Page) => page.getByRole("link", { name: "返回" });

/**
 * Records repeated requests: for an episode's playlist, or for a segment that does not follow the last one. The demo's
 * clips repeat from their first byte.
 */
function watchForRepeats(page: Page) {
  const repeats: string[] = [];
  const ends = new Map<string, number>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/stream\/\d+\/.*/.test(pathname)) repeats.push(pathname);
    const range = /bytes=(\d+)-(\d+)/.exec(request.headers().range ?? "");
    if (!range) return;
    const [start, end] = [Number(range[1]), Number(range[2])];
    const last = ends.get(pathname);
    if (last !== undefined && start !== 0 && start !== last + 1)
      repeats.push(`${pathname} ${start}`);
    ends.set(pathname, end);
  });
  return repeats;
}

/** In the middle of a clip, so that loading the clip again would be noticed. */
async function playFromMiddle(page: Page, player: Player) {
  await player.seek(40);
  await expect.poll(player.time).toBeGreaterThan(40.3);
  return watchForRepeats(page);
}

const mark = (player: Player) =>
  player.read((element) => {
    element.dataset.kept = "yes";
  });

const isMarked = (player: Player) => player.read((element) => element.dataset.kept === "yes");

/** Expects that playback continues in the marked element, from the same time. */
async function expectGoesOn(player: Player, from: number) {
  expect(await isMarked(player)).toBe(true);
  const now = await player.time();
  expect(now).toBeGreaterThanOrEqual(from);
  expect(now).toBeLessThan(from + 60);
  await expect.poll(player.time).toBeGreaterThan(now + 0.3);
}

/** Expects that neither a video element nor hls.js's worker is left. */
async function expectFreed(page: Page) {
  await expect(windowOn(page)).toBeHidden();
  await expect(page.locator("video")).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);
}

test("a playing video continues in the mini player on every page, and then on its own page, in the same element", async ({
  page,
  watch,
}) => {
  await showTitles(page);
  const player = await watch();
  const repeats = await playFromMiddle(page, player);
  const finger = await fingerOn(page);
  const small = windowOn(page);
  const title = await page.title();

  await test.step("it continues above the tab bar when its page is left", async () => {
    await mark(player);
    const left = await player.time();
    await back(page).tap();
    await expect(small).toBeVisible();
    await expect(page).not.toHaveURL(/videoinfo/);
    await expectGoesOn(player, left);
    const [box, bar] = [await boxOf(small), await boxOf(page.getByRole("navigation").last())];
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
    const picture = await boxOf(player.video);
    expect(picture.width / picture.height).toBeCloseTo(16 / 9, 1);
    expect(picture.width).toBeCloseTo(box.width, 0);
  });

  await test.step("its buttons pause and resume it, also on the next page", async () => {
    const left = await player.time();
    await tab(page, "我的").tap();
    await expect(page).toHaveURL(/mine/);
    await expectGoesOn(player, left);
    await small.getByRole("button", { name: "暂停" }).tap();
    expect(await player.paused()).toBe(true);
    await small.getByRole("button", { name: "播放" }).tap();
    await expect.poll(player.paused).toBe(false);
    for (const control of await small.getByRole("button").all())
      expect((await boxOf(control)).height).toBeGreaterThanOrEqual(44);
  });

  await test.step("it is dragged or flung to a corner, and stays on its page", async () => {
    const { x, y } = await player.place(0.5, 0.5);
    await finger.down(x, y);
    await finger.moveBy(-170, -400, 2_000);
    await finger.lift(500);
    await expect.poll(async () => (await boxOf(small)).x).toBe(12);
    await expect.poll(async () => (await boxOf(small)).y).toBeLessThan(100);
    await expect(page).toHaveURL(/mine/);
    const corner = await player.place(0.5, 0.5);
    await finger.down(corner.x, corner.y);
    await finger.moveBy(170, 20);
    await finger.lift();
    await expect.poll(async () => (await boxOf(small)).x).toBeGreaterThan(150);
    // after a quick drag the next tap still works
    await small.getByRole("button", { name: "暂停" }).tap();
    await expect.poll(player.paused).toBe(true);
    await small.getByRole("button", { name: "播放" }).tap();
    await expect.poll(player.paused).toBe(false);
  });

  await test.step("its title leads back to its page, which shows the same element", async () => {
    const left = await player.time();
    await small.getByRole("link", { name: title }).tap();
    await expect(page).toHaveURL(/videoinfo/);
    await expect(small).toBeHidden();
    await expect(page.getByRole("main").locator("video")).toHaveCount(1);
    await expectGoesOn(player, left);
    await expect(page).toHaveTitle(title);
    await player.showControls();
    await player.button("暂停").tap();
    expect(await player.paused()).toBe(true);
    await player.button("播放").tap();
    await expect.poll(player.paused).toBe(false);
  });

  await test.step("back shows it again, and forward its page", async () => {
    const left = await player.time();
    await page.goBack();
    await expect(small).toBeVisible();
    await page.goForward();
    await expect(small).toBeHidden();
    await expectGoesOn(player, left);
    expect(repeats).toEqual([]);
  });

  await test.step("flung off the screen, it closes", async () => {
    await back(page).tap();
    await expect(small).toBeVisible();
    const { x, y } = await player.place(0.5, 0.5);
    await finger.down(x, y);
    await finger.moveBy(80, 0, 80);
    await finger.lift(0);
    await expectFreed(page);
  });

  await test.step("a paused video stops with its page", async () => {
    await page.goForward();
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await player.read((element) => element.pause());
    await back(page).tap();
    await expectFreed(page);
  });
});

test("the mini player works in browsers that cannot move a playing element, is replaced by another video, and can be turned off in the settings", async ({
  page,
  watch,
  code,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, "moveBefore"));
  const player = await watch();
  const small = windowOn(page);

  await test.step("it continues without a pause", async () => {
    const repeats = await playFromMiddle(page, player);
    await mark(player);
    const paused = await player.video.evaluateHandle((element: HTMLVideoElement) => {
      const told = { times: 0 };
      element.addEventListener("pause", () => {
        told.times += 1;
      });
      return told;
    });
    const left = await player.time();
    await back(page).tap();
    await expectGoesOn(player, left);
    await small.getByRole("link").tap();
    await expect(small).toBeHidden();
    await expectGoesOn(player, left);
    expect(await paused.evaluate(({ times }) => times)).toBe(0);
    expect(repeats).toEqual([]);
  });

  await test.step("another video replaces it", async () => {
    await back(page).tap();
    await expect(small).toBeVisible();
    const address = page.url();
    // not the continue shelf's card, which is the same video
    const others = page.locator(`main a[href^="/videoinfo?id="]:not([href$="=${code}"])`);
    await others.first().tap();
    await expect(page).not.toHaveURL(address);
    await expect(small).toBeHidden();
    await expect.poll(player.time).toBeGreaterThan(0.5);
    expect(await isMarked(player)).toBe(false);
    await expect(page.locator("video")).toHaveCount(1);
  });

  await test.step("turned off, it closes at once and does not return", async () => {
    await back(page).tap();
    await expect(small).toBeVisible();
    await tab(page, "我的").tap();
    await page.getByRole("link", { name: "账号管理" }).first().tap();
    const control = page.getByRole("switch", { name: "小窗播放" });
    await expect(control).toBeChecked();
    await control.tap();
    await expect(control).not.toBeChecked();
    await expectFreed(page);
    await watch();
    await expect.poll(player.paused).toBe(false);
    await back(page).tap();
    await expectFreed(page);
  });
});

test("a preview that ends in the mini player leads back to its offer, and hidden-section videos never use it", async ({
  page,
  memberOn,
  upstream,
}) => {
  const VIDEO = 130001;
  const small = windowOn(page);
  const player = playerOn(page);

  await test.step("a preview ends at its limit", async () => {
    await page.goto(`/videoinfo?id=${VIDEO}`);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await expect(page.getByRole("timer")).toBeVisible();
    await player.seek(9);
    await expect.poll(player.time).toBeGreaterThan(9.2);
    await back(page).tap();
    await expect(small.getByText("试看结束")).toBeVisible();
    expect(await player.time()).toBeLessThanOrEqual(15.5);
    await small.getByRole("link").tap();
    await expect(page.getByRole("dialog", { name: "付费影视" })).toBeVisible();
    expect(await player.paused()).toBe(true);
    await page.getByRole("button", { name: "取消" }).tap();
    await expect(page.getByRole("dialog", { name: "付费影视" })).toBeHidden();
  });

  await test.step("a hidden-section video stops with its page", async () => {
    await (await memberOn(page)).makeVip();
    const [hidden] = await upstream.db
      .select()
      .from(videos)
      .where(like(videos.categoryCode, "42%"))
      .limit(1);
    await page.goto(`/videoinfo?id=${hidden?.code}`);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await back(page).tap();
    await expect(page).not.toHaveURL(/videoinfo/);
    await expectFreed(page);
  });
});
