import type { Page } from "playwright/test";
import { boxOf } from "../fixtures/boxes.ts";
import { memberAnswer } from "../fixtures/drawn.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { expect, test } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

const tags = (page: Page) => page.getByRole("navigation", { name: "分类标签" });
const chosenTag = (page: Page) => tags(page).locator("[aria-current]");
const disc = (page: Page) => page.locator("[data-refreshing]");
const left = async (page: Page) => Math.round((await boxOf(page.locator("main"))).x);
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Opens a list and waits until swipes and pulls work, which is once the browser is idle. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(disc(page)).toBeAttached();
  if (new URL(page.url()).pathname === "/")
    await expect(page.locator("main")).toHaveCSS("touch-action", /pan-y/);
}

/** Waits until nothing moves and no list is loading. */
async function settled(page: Page) {
  await expect.poll(() => left(page)).toBe(0);
  await expect(page.locator("main [aria-hidden=true] > li[aria-hidden=true]")).toHaveCount(0);
}

test("a horizontal swipe opens the neighbouring tag and back, with the list following the finger", async ({
  page,
}) => {
  await open(page, "/");
  const names = await tags(page).getByRole("link").allTextContents();
  await page.evaluate(watchShifts);
  const finger = await fingerOn(page);
  await finger.down(300, 600);
  await finger.moveBy(-100, 4, 400);
  await expect.poll(() => left(page)).toBe(-92);
  await finger.moveBy(-80, 0, 400);
  await finger.lift(300);
  await expect(chosenTag(page)).toHaveText(names[1] ?? "");
  await expect(page).toHaveURL(/\?tag=/);
  await settled(page);
  await expect(page.getByRole("heading", { name: "精选视频" })).toBeHidden();

  // a short quick swipe also changes the tag
  await finger.down(100, 600);
  await finger.moveBy(60, 0, 60);
  await finger.lift(0);
  await expect(chosenTag(page)).toHaveText(names[0] ?? "");
  await settled(page);
  await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
  expect((await shifts(page)).filter(({ moved }) => moved.length > 0)).toEqual([]);

  await page.goBack();
  await expect(chosenTag(page)).toHaveText(names[1] ?? "");
});

test("a swipe that is too short, vertical, on a carousel or without a neighbour keeps the tag", async ({
  page,
}) => {
  await open(page, "/");
  const finger = await fingerOn(page);

  await test.step("too short, or without a neighbour, it changes nothing", async () => {
    await finger.down(300, 600);
    await finger.moveBy(-80, 0, 400);
    await expect.poll(() => left(page)).toBe(-72);
    await finger.lift(300);
    await settled(page);
    await finger.down(60, 600);
    await finger.moveBy(250, 0, 100);
    expect(await left(page)).toBe(0);
    await finger.lift();
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step("a carousel and the tag strip scroll by themselves", async () => {
    for (const name of ["轮播广告", "分类标签"]) {
      const part = page.locator(`[aria-label=${name}]`);
      const rail = part.locator("ul").first();
      const { y, height } = await boxOf(part);
      await finger.down(250, y + height / 2);
      await finger.moveBy(-150, 0);
      await expect.poll(() => rail.evaluate((list) => list.scrollLeft), name).toBeGreaterThan(50);
      expect(await left(page)).toBe(0);
      await finger.lift();
    }
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step("a vertical swipe scrolls, whatever it does later, and a horizontal one does not", async () => {
    await finger.down(300, 600);
    await finger.moveBy(-10, -100);
    await finger.moveBy(-150, -60);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    expect(await left(page)).toBe(0);
    const scroll = await page.evaluateHandle(() => ({
      ended: new Promise((resolve) =>
        document.addEventListener("scrollend", resolve, { once: true }),
      ),
    }));
    await finger.lift();
    await scroll.evaluate(async ({ ended }) => void (await ended));
    await expect(page).toHaveURL(/\/$/);

    const before = await scrolled(page);
    await finger.down(300, 600);
    await finger.moveBy(-60, -5, 400);
    await finger.moveBy(-10, -150, 400);
    await expect.poll(() => left(page)).toBe(-62);
    expect(await scrolled(page)).toBe(before);
    await finger.lift(300);
    await settled(page);
  });
});

const results = "/sreinfo?type=0&sonType=&searchStr=&title=全部";

test.describe("a pull", () => {
  // the browser logs every failed request
  test.use({ mayLogErrors: true });

  for (const [name, address] of Object.entries({
    home: "/",
    "a tag": "/?tag=101",
    results,
    favourites: "/collengt",
    history: "/history",
  })) {
    test(`pulling down at the top of ${name} reloads the list with an indicator, and without a network shows an error and keeps the list`, async ({
      page,
      context,
    }) => {
      const arrived = memberAnswer(page);
      await open(page, address);
      // member lists are loaded again once a new device is registered
      if (/^(favourites|history)$/.test(name)) await expect(page.getByText(/^暂无/)).toBeVisible();
      const path = new URL(page.url()).pathname;
      const data = path === "/" ? "/_root.data" : `${path}.data`;
      let release = () => undefined as unknown;
      const isItsData = ({ pathname }: URL) => pathname === data;
      await page.route(isItsData, async (route) => {
        await new Promise<unknown>((resolve) => {
          release = () => resolve(undefined);
        });
        await route.continue();
      });
      const finger = await fingerOn(page);
      const pull = async () => {
        await finger.down(195, 300);
        await finger.moveBy(0, 60);
        await expect(disc(page)).toHaveAttribute("data-pulled");
        await finger.moveBy(0, 140);
        await finger.lift();
      };
      const asked = page.waitForRequest((request) => new URL(request.url()).pathname === data);
      await pull();
      await asked;
      await expect(page.getByRole("img", { name: "加载中" })).toBeInViewport({ ratio: 1 });
      release();
      await expect(disc(page)).toHaveAttribute("data-refreshing", "false");
      await expect(disc(page)).toBeHidden();
      expect(await scrolled(page)).toBe(0);

      await arrived;
      await page.unroute(isItsData);
      const heading = page.locator("h1, h2").first();
      const title = await heading.textContent();
      await context.setOffline(true);
      await pull();
      await expect(page.getByRole("alert")).toHaveText("网络异常，请稍后重试");
      await expect(heading).toHaveText(title ?? "");
      await expect(disc(page)).toBeHidden();
    });
  }
});

test("a pull that is too short, or starts below the top, reloads nothing", async ({ page }) => {
  await open(page, "/?tag=101");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/_root.data") asked.push(request.url());
  });
  const finger = await fingerOn(page);
  await finger.down(195, 300);
  await finger.moveBy(0, 90, 400);
  await finger.lift(300);
  await expect(disc(page)).toBeHidden();

  await page.evaluate(() => window.scrollTo(0, 300));
  await expect.poll(() => scrolled(page)).toBe(300);
  await finger.down(195, 300);
  await finger.moveBy(0, 400);
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(disc(page)).toBeHidden();
  await finger.lift();
  expect(asked).toEqual([]);
});
