import type { Page } from "playwright/test";
import { painted } from "../fixtures/drawn.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { picturesBelow, requestedPictures } from "../fixtures/pictures.ts";
import { expect, hydrated, test } from "../fixtures/site.ts";

test.use({ beforeScripts: true });

// by then the page cache has the complete home page
test.beforeEach(async ({ request }) => {
  await (await request.get("/")).text();
});

/** All addresses that the page requests, in order. */
function asked(page: Page) {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  return addresses;
}

const scriptsRun = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName("hydrated").length > 0);

test("the largest picture of the first screen is the page's first request, and requested once", async ({
  page,
}) => {
  const addresses = asked(page);
  await page.goto("/");
  const largest = await page
    .locator("#featured img")
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(addresses[1]).toBe(largest);
  expect(addresses.filter((address) => address === largest)).toHaveLength(1);
});

test("the ranking's pictures load after the first screen's, once the scripts run", async ({
  page,
}) => {
  const asked = requestedPictures(page);
  const letGo = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("ol li")).not.toHaveCount(0);
  await painted(page);
  const ranked = page.locator("ol img");
  const all = await picturesBelow(ranked, 0);
  const shown = await picturesBelow(page.locator("main img:not(ol img)"), 0);
  const below = all.filter((path) => !shown.includes(path));
  expect(below.length).toBeGreaterThan(5);
  expect(below.filter((path) => asked.has(path))).toEqual([]);
  letGo();
  await expect.poll(() => below.filter((path) => !asked.has(path))).toEqual([]);
});

test.describe("before hydration", () => {
  test.beforeEach(async ({ page }) => {
    await page.route(
      (url) => /\/assets\/.*\.js$/.test(url.pathname),
      () => {},
    );
  });

  test("links work", async ({ page }) => {
    await page.goto("/", { waitUntil: "commit" });
    await page.getByRole("link", { name: "影视搜索" }).tap();
    await expect(page).toHaveURL(/\/sreach$/);
    expect(await scriptsRun(page)).toBe(false);
  });

  test("forms can be sent", async ({ page }) => {
    await page.goto("/sreach", { waitUntil: "commit" });
    const box = page.getByRole("searchbox").first();
    await box.fill("星空");
    await box.press("Enter");
    await expect(page).toHaveURL(/\/sreinfo\?.*=%E6%98%9F%E7%A9%BA/);
    expect(await scriptsRun(page)).toBe(false);
  });

  test("the styles are inline and need no request", async ({ page }) => {
    const addresses = asked(page);
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.locator("main a").first()).toBeVisible();
    expect(addresses.filter((url) => url.endsWith(".css"))).toEqual([]);
    const background = () => getComputedStyle(document.body).backgroundColor;
    expect(await page.evaluate(background)).not.toBe("rgba(0, 0, 0, 0)");
  });
});

test("navigating away and back keeps all styles and links none twice", async ({ page }) => {
  const addresses = asked(page);
  await page.goto("/");
  await hydrated(page);
  const looks = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("header, header *, main > *, nav, nav *")].map((element) => {
        const { display, color, backgroundColor, fontSize, padding } = getComputedStyle(element);
        return [display, color, backgroundColor, fontSize, padding].join();
      }),
    );
  const before = await looks();
  await page.getByRole("link", { name: "影视搜索" }).tap();
  await expect(page).toHaveURL(/\/sreach$/);
  await expect(page.getByRole("searchbox").first()).toBeVisible();
  const linked = await page.evaluate(() =>
    [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")),
  );
  expect(new Set(linked).size).toBe(linked.length);
  await page.goBack();
  await expect(page.getByRole("link", { name: "影视搜索" })).toBeVisible();
  await expect.poll(looks).toEqual(before);
  expect(addresses.filter((url) => url.endsWith(".css")).length).toBeGreaterThan(0);
});
