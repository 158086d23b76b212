import type { Locator, Page } from "playwright/test";
import { boxOf } from "../fixtures/boxes.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { expect, playerOn, test as withPlayer } from "../fixtures/playback.ts";
import { setInsets } from "../fixtures/safe-area.ts";
import { test } from "../fixtures/site.ts";

const VIDEO = "/videoinfo?id=100302";
const BANNERS = "main [aria-label=轮播广告]";
const AD = `main a:has-text("广告")`;

const bannersOf = (page: Page) => page.locator(`${BANNERS} li`);
const dotsOf = (page: Page) => page.locator(`${BANNERS} [data-slides]`);

const ends = async (locator: Locator) => {
  const { x, y, width, height } = await boxOf(locator);
  return { left: x, right: x + width, top: y, bottom: y + height };
};

test.describe("before hydration", () => {
  test.use({ beforeScripts: true });

  for (const [width, height] of [
    [768, 1024],
    [1440, 900],
  ] as const)
    test(`at ${width} pixels the visible banners and ad load with the page`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await holdRequests(page, /\/assets\/.*\.js$/);
      await page.goto("/", { waitUntil: "commit" });
      await expect(bannersOf(page).first()).toBeVisible();
      const missing = () =>
        page.evaluate(
          (pictures) =>
            [...document.querySelectorAll<HTMLImageElement>(pictures)].filter((image) => {
              const { left, top } = image.getBoundingClientRect();
              const inSight = left < window.innerWidth && top < window.innerHeight;
              return inSight && !(image.complete && image.naturalWidth > 0);
            }).length,
          `${BANNERS} li > a img, main a[href]:has([class*=badge]) img`,
        );
      await expect.poll(missing).toBe(0);
    });

  test("a phone loads only the first banner", async ({ page }) => {
    await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto("/", { waitUntil: "commit" });
    await expect.poll(() => imageIn(bannersOf(page).first())).not.toBe("");
    for (const at of [1, 2]) expect(await imageIn(bannersOf(page).nth(at))).toBe("");
  });
});

const imageIn = (slide: Locator) =>
  slide
    .locator("img")
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc);

test.describe("with a mouse", () => {
  test.use({ isMobile: false, hasTouch: false });

  for (const [width, height] of [
    [768, 1024],
    [900, 1000],
    [1440, 900],
  ] as const) {
    test(`at ${width} pixels the banners have one dot per scroll position, and a single ad has its own row or theirs`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.addInitScript({ content: watchShifts });
      await page.goto("/");
      const banner = await ends(bannersOf(page).first());
      const dots = await ends(dotsOf(page));
      expect(dots.top).toBeGreaterThan(banner.bottom);
      const row = await ends(page.locator(BANNERS));
      expect(dots.left + dots.right).toBeCloseTo(row.left + row.right, -1);
      const shown = dotsOf(page).locator("i");
      await page.locator(`${BANNERS} ul`).evaluate((rail) => {
        rail.scrollTo({ left: rail.scrollWidth, behavior: "instant" });
      });
      await expect(shown.last()).toHaveClass(/here/);

      const ad = await ends(page.locator(AD).first());
      const head = await ends(page.getByRole("heading", { name: "精选视频" }));
      if (width < 1200) {
        expect(ad.left).toBe(head.left);
        expect(ad.right).toBe(width - 16);
        expect((ad.right - ad.left) / (ad.bottom - ad.top)).toBeLessThan(5.5);
      } else {
        expect([ad.top, ad.bottom]).toEqual([banner.top, banner.bottom]);
        expect(ad.right).toBe(width - 16);
      }
      const moved = (await shifts(page)).reduce((sum, { value }) => sum + value, 0);
      expect(moved).toBeLessThan(0.001);
    });
  }

  test("the list is beside the video if the stage is at least 640 wide; the black reaches the window's edges, and list rows stay together", async ({
    page,
  }) => {
    await page.goto(VIDEO);
    const stage = page.locator("main > [class*=stage]");
    const list = page.locator("main > [class*=newest]");
    for (const [width, height, aside] of [
      [768, 1024, false],
      [900, 1000, false],
      [1024, 768, true],
      [1440, 900, true],
      [1920, 900, true],
    ] as const)
      await test.step(`${width} pixels`, async () => {
        await page.setViewportSize({ width, height });
        const picture = await ends(stage);
        const { left, right, top } = await ends(list);
        expect(picture.right - picture.left).toBeGreaterThanOrEqual(640);
        expect(picture.bottom).toBeLessThan(height);
        expect(picture.left).toBe(0);
        expect(picture.right).toBe(aside ? left : width);
        expect((await ends(page.locator("header"))).left).toBe(0);
        expect([right, top < picture.bottom]).toEqual([width, aside]);
      });
    const blanks = await list.locator("li").evaluateAll((rows) =>
      rows.map((row) => {
        const [name, meta] = [...row.querySelectorAll("[class*=text] > *")].map((part) =>
          part.getBoundingClientRect(),
        );
        return ((meta?.top ?? 0) - (name?.bottom ?? 0)) / row.getBoundingClientRect().height;
      }),
    );
    expect(Math.max(...blanks)).toBeLessThan(0.2);
  });
});

const SMALL_TARGET = 40;

for (const [width, height] of [
  [844, 390],
  [667, 375],
] as const)
  test.describe(`on a phone in landscape, ${width} by ${height}`, () => {
    test.use({ viewport: { width, height } });

    test("home shows a banner and videos below a one-line header, and the tabs are at the side", async ({
      page,
    }) => {
      await page.addInitScript({ content: watchShifts });
      await page.goto("/");
      const header = await ends(page.locator("header"));
      expect(header.bottom).toBeLessThanOrEqual(48);
      const tabs = await ends(page.getByRole("navigation", { name: "主导航" }));
      expect(tabs).toMatchObject({ left: 0, top: 0, bottom: height });
      expect(header.left).toBe(tabs.right);
      expect((await ends(bannersOf(page).first())).bottom).toBeLessThan(height / 2 + 44);
      const video = await ends(page.locator("#featured li").first());
      expect(video.top).toBeLessThan(height - 64);
      for (const link of await page.locator("nav[aria-label=主导航] a, header .icon").all()) {
        const { width: wide, height: high } = await boxOf(link);
        expect(Math.min(wide, high)).toBeGreaterThanOrEqual(SMALL_TARGET);
      }
      await expect(page.getByRole("link", { name: "影视搜索" })).toBeVisible();
      const moved = (await shifts(page)).reduce((sum, { value }) => sum + value, 0);
      expect(moved).toBeLessThan(0.001);
    });

    test("membership has two columns: plans above the price, and details beside them", async ({
      page,
    }) => {
      await page.goto("/vip");
      const plans = await ends(page.getByRole("radiogroup", { name: "会员套餐" }));
      const text = await ends(page.locator("main"));
      const bar = await ends(page.locator("[data-bottom-bar]"));
      expect(text.left).toBe(plans.right);
      expect(text.top).toBe(0);
      expect([bar.left, bar.right, bar.bottom]).toEqual([plans.left, plans.right, height]);
      expect((await ends(page.getByRole("region", { name: "会员状态" }))).bottom).toBeLessThan(
        bar.top,
      );
      await page.evaluate(() => window.scrollTo({ top: 200, behavior: "instant" }));
      expect((await ends(page.getByRole("radiogroup", { name: "会员套餐" }))).top).toBe(plans.top);
    });
  });

withPlayer.describe("in fullscreen on its side", () => {
  withPlayer.use({ viewport: { width: 844, height: 390 } });

  withPlayer(
    "the lock lies wholly on the picture or wholly beside it, and nothing shines through a menu",
    async ({ page, watch }) => {
      const player = await watch();
      await player.read((element) => element.pause());
      await player.button("全屏").tap();
      const lock = player.button("锁定");
      await expect(lock).toBeVisible();
      const shape = await player.read((element) => element.videoWidth / element.videoHeight);
      const edge = (844 - 390 * shape) / 2;
      for (const left of [0, 30, 47, 59])
        await withPlayer.step(`beside a notch of ${left} pixels`, async () => {
          await setInsets(page, { left, right: left });
          const isClear = async () => {
            const box = await ends(lock);
            return box.left >= left + 12 && (box.left >= edge || box.right <= edge);
          };
          await expect.poll(isClear).toBe(true);
        });
      await page.locator("[data-full]").getByRole("button", { name: /^选集/ }).tap();
      const menu = page.getByRole("menu", { name: "选集" });
      const clip = await boxOf(menu);
      const seen = () => page.screenshot({ clip, animations: "disabled" });
      const before = await seen();
      await page.locator("[class*=row] > button").evaluateAll((buttons) => {
        for (const button of buttons as HTMLElement[]) button.style.opacity = "0";
      });
      expect(before.equals(await seen())).toBe(true);
      expect(await playerOn(page).paused()).toBe(true);
    },
  );
});
