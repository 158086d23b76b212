import type { Locator, Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { scrollDown } from "../fixtures/place.ts";
import { expect, test } from "../fixtures/site.ts";

const TINY = "16";

const setting = (page: Page) => page.getByRole("switch", { name: "模糊封面" });

async function turnOn(page: Page) {
  await page.goto("/centersetting");
  await setting(page).tap();
  await expect(page.locator("html")).toHaveAttribute("data-blurred");
}

/** The widths in which the page has requested pictures so far. */
function requestedWidths(page: Page) {
  const widths = new Set<string | null>();
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith("/image/")) widths.add(searchParams.get("w"));
  });
  return widths;
}

const covers = (page: Page) => page.locator("main img[srcset]:visible");
const card = (page: Page, nth: number) =>
  page.locator('main li a[href^="/videoinfo?id="]:visible').nth(nth);
const isBlurred = (cover: Locator) =>
  cover.evaluate((image) => getComputedStyle(image).filter !== "none");
const clear = (page: Page) =>
  covers(page).evaluateAll(
    (images) => images.filter((image) => getComputedStyle(image).filter === "none").length,
  );
/** Of the picture that is shown; while the next one loads, of the one before. */
const width = (cover: Locator) =>
  cover.evaluate((image: HTMLImageElement) =>
    new URL(image.currentSrc || image.src).searchParams.get("w"),
  );

test("with the switch, off at first, no page asks for a cover that could be recognised, until a tap on it", async ({
  page,
  context,
}) => {
  const widths = requestedWidths(page);
  const onlyTiny = async () => {
    await expect(covers(page).first()).toBeVisible();
    await expect.poll(() => widths.size).toBeGreaterThan(0);
    await scrollDown(page, 2_000);
    expect([...widths]).toEqual([TINY]);
    expect(await clear(page)).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 0));
  };
  await page.goto("/centersetting");
  await expect(setting(page)).not.toBeChecked();
  await setting(page).tap();
  await expect(setting(page)).toBeChecked();
  expect(await violations(page)).toEqual([]);

  await test.step("home, with a video to continue", async () => {
    await page.evaluate(async () => {
      const list = await (await fetch("/?tag=30")).text();
      const cover = /\/image\/[\w.-]+/.exec(list)?.[0];
      const known = { code: "100301", title: "海", cover, episodes: 1 };
      const watched = { code: "100301", episode: 0, seconds: 50, length: 100, at: 1 };
      localStorage.setItem("knownVideos", JSON.stringify([{ ...known, hidden: false }]));
      localStorage.setItem("videoHistory", JSON.stringify([watched]));
    });
    await page.goto("/");
    await expect(page.getByRole("region", { name: "继续观看" }).locator("img[src]")).toBeVisible();
    await onlyTiny();
  });

  await test.step("a carousel's picture opens no advertiser before it is shown", async () => {
    const banner = page.locator("[aria-label^=轮播] a img").first();
    await banner.tap();
    await expect.poll(() => isBlurred(banner)).toBe(false);
    expect(context.pages()).toHaveLength(1);
  });

  await test.step("a search, whose suggestions have no covers", async () => {
    await page.getByRole("link", { name: "搜索" }).first().tap();
    await page.getByRole("searchbox").fill("海");
    await expect(page.getByRole("option").first()).toBeVisible();
    expect(await page.getByRole("listbox").locator("img").count()).toBe(0);
    widths.clear();
    await page.getByRole("searchbox").press("Enter");
    await onlyTiny();
  });

  await test.step("a tap on a cover or its figures shows it, the next one follows its link", async () => {
    const cover = card(page, 1).locator("img");
    await cover.tap();
    await expect.poll(() => width(cover)).toBe("720");
    expect(await isBlurred(cover)).toBe(false);
    expect(await clear(page)).toBe(1);
    await card(page, 0).locator("img ~ span").last().tap();
    await expect.poll(() => clear(page)).toBe(2);
    await expect(page).toHaveURL(/sreinfo/);
    await cover.tap();
    await expect(page).toHaveURL(/videoinfo/);
  });

  await test.step("a tap on a title follows its link at once", async () => {
    await page.goBack();
    await expect.poll(() => clear(page)).toBe(0);
    await card(page, 1).locator("span", { hasText: /\S{3}/ }).last().tap();
    await expect(page).toHaveURL(/videoinfo/);
  });

  await test.step("off again", async () => {
    await page.goto("/centersetting");
    await setting(page).tap();
    await expect(page.locator("html")).not.toHaveAttribute("data-blurred");
    widths.clear();
    await page.goto("/");
    await expect(covers(page).first()).toBeVisible();
    await expect.poll(() => widths.size).toBeGreaterThan(0);
    expect([...widths]).not.toContain(TINY);
    expect(await clear(page)).toBeGreaterThan(0);
  });
});

test.describe("before scripts", () => {
  test.use({ beforeScripts: true });

  test("a tap shows a blurred cover, too @night", async ({ page }) => {
    await turnOn(page);
    await page.route(/\/assets\/.*\.js/, () => undefined);
    await page.goto("/?tag=30", { waitUntil: "commit" });
    const cover = card(page, 1).locator("img");
    await cover.tap();
    await expect.poll(() => width(cover)).toBe("720");
    await expect(page).toHaveURL(/tag=30/);
  });
});

test("another tab blurs its covers at once, and 清除痕迹 ends the setting @night", async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto("/?tag=30");
  expect(await clear(other)).toBeGreaterThan(0);
  await turnOn(page);
  await expect.poll(() => clear(other)).toBe(0);

  await page.goto("/privacy");
  await page.getByText("清除痕迹", { exact: true }).tap();
  await page.getByRole("button", { name: "确认清除" }).tap();
  await expect(page.getByRole("heading", { name: "已清除" })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});
