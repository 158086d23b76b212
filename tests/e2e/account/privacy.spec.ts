import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { violations } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/playback.ts";
import { showTab } from "../fixtures/site.ts";

const SITE = "橙影";

const onLockScreen = (page: Page) =>
  page.evaluate(() => {
    const { title, artwork } = navigator.mediaSession.metadata ?? {};
    return { title, pictures: artwork?.length };
  });

/** What is left in each kind of storage that a page can read. */
const stored = (page: Page) =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await caches.keys()),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  ]);

/** The number of different colours on the screen, and the greatest difference between a colour's parts. */
async function coloursOf(page: Page) {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colours = new Set<number>();
  let saturation = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    colours.add((red << 16) | (green << 8) | blue);
    saturation = Math.max(saturation, Math.max(red, green, blue) - Math.min(red, green, blue));
  }
  return { count: colours.size, saturation };
}

test("tab and lock screen show the site's name only, until the visitor wants the video's", async ({
  page,
  watch,
}) => {
  await watch();
  const video = page.getByRole("main").getByRole("heading", { level: 2 }).first();
  const title = await video.innerText();
  await expect(page).toHaveTitle(SITE);
  await expect.poll(() => onLockScreen(page)).toEqual({ title: SITE, pictures: 0 });

  await page.goto("/centersetting");
  await expect(page).toHaveTitle(SITE);
  const discreet = page.getByRole("switch", { name: "对外只显示网站名称" });
  await expect(discreet).toBeChecked();
  await discreet.tap();
  await expect(page).toHaveTitle(`账号管理 - ${SITE}`);
  await page.goto("/category");
  await expect(page).toHaveTitle(/^专题.* - 橙影$/);

  await watch();
  const named = `${title} 第1集`;
  await expect(page).toHaveTitle(named);
  await expect.poll(() => onLockScreen(page)).toEqual({ title: named, pictures: 1 });
});

test("a page that is left is one plain colour, without words, and is as before when it is seen again", async ({
  page,
}) => {
  await page.goto("/");
  const film = page.getByRole("main").getByRole("link").first();
  await expect(film).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
  await showTab(page, "hidden");
  expect(await coloursOf(page)).toEqual({ count: 1, saturation: 0 });
  expect(await page.locator("body").ariaSnapshot()).toBe("");
  await showTab(page, "visible");
  await expect(film).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(400);

  await page.evaluate(() => localStorage.setItem("discreet", "false"));
  await showTab(page, "hidden");
  await expect(film).toBeVisible();
  expect((await coloursOf(page)).count).toBeGreaterThan(1);
});

test.describe("a first visit", () => {
  test.use({ firstVisit: true });

  test("says that titles stay neutral", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("dialog", { name: "年龄确认" })).toContainText("只显示网站名");
  });
});

test("the page lists what is kept where, and is accessible", async ({ page }) => {
  await page.goto("/centersetting");
  await page.getByRole("link", { name: "隐私" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("隐私");
  for (const place of ["这台设备的浏览器", "Cookie", "本站服务器", "内容服务商的账号"])
    await expect(page.getByRole("heading", { name: place })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("清除痕迹 leaves nothing in any storage, no cookie, and nothing to go back to", async ({
    context,
    page,
    watch,
  }) => {
    await watch();
    await page.goto("/sreinfo?type=&sonType=&searchStr=海&title=搜索");
    await page.goto("/centersetting");
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true);
    await page.getByRole("link", { name: "隐私" }).tap();
    expect(await stored(page)).toEqual(expect.arrayContaining(["videoHistory", "searchHistory"]));
    await page.getByText("清除痕迹", { exact: true }).tap();
    await page.getByRole("button", { name: "确认清除" }).tap();
    await expect(page.getByRole("heading", { name: "已清除" })).toBeVisible();
    await expect.poll(() => stored(page)).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await page.goBack();
    await expect(page.getByRole("dialog", { name: "年龄确认" })).toBeVisible();
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("清除痕迹 removes the cookies", async ({ context, page }) => {
    await page.goto("/privacy");
    await page.getByText("清除痕迹", { exact: true }).tap();
    await page.getByRole("button", { name: "确认清除" }).tap();
    await expect(page.getByRole("heading", { name: "已清除" })).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });
});

test("what is exported can be read, and imported on another device; another file changes nothing", async ({
  browser,
  page,
  baseURL,
}) => {
  await page.goto("/privacy");
  await page.evaluate(() => localStorage.setItem("searchHistory", '["海"]'));
  await page.evaluate(() => localStorage.setItem("theme", '"dark"'));
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "导出" }).tap();
  const file = await (await saving).path();
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    searchHistory: ["海"],
    theme: "dark",
  });

  const other = await browser.newContext({ ...(baseURL && { baseURL }), hasTouch: true });
  try {
    await other.addCookies([{ name: "adult", value: "1", url: baseURL ?? "" }]);
    const device = await other.newPage();
    await device.goto("/privacy");
    const input = device.getByLabel("导入");
    const theme = () => device.evaluate(() => localStorage.getItem("theme"));
    for (const text of ["not JSON", "[1]", '{"unknown": 1}']) {
      await input.setInputFiles({ name: "a.json", mimeType: "", buffer: Buffer.from(text) });
      await expect(device.getByText("无法读取这个文件").first()).toBeVisible();
    }
    expect(await theme()).toBeNull();
    const damaged = JSON.stringify({ theme: "pink", searchHistory: [" 海 ", 1, {}] });
    await input.setInputFiles({ name: "b.json", mimeType: "", buffer: Buffer.from(damaged) });
    await expect(device.getByText("已导入")).toBeVisible();
    const terms = () => device.evaluate(() => localStorage.getItem("searchHistory"));
    expect([await theme(), await terms()]).toEqual(['"system"', '["海","1"]']);
    await input.setInputFiles(file);
    await expect(device.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await terms()).toBe('["海"]');
  } finally {
    await other.close();
  }
});
