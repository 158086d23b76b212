import type { Page } from "playwright/test";
import { drawn } from "../fixtures/drawn.ts";
import { openVideo, placeOn, scrollDown, watchListRequests } from "../fixtures/place.ts";
import { expect, test } from "../fixtures/site.ts";

declare global {
  interface Window {
    placesSeen: number[];
  }
}

/** Records the list's position in each frame after it is shown again. */
const noteFrames = (page: Page) =>
  page.evaluate(() => {
    window.placesSeen = [];
    const note = () => {
      if (document.querySelector("h1")?.textContent !== "视频详情")
        window.placesSeen.push(Math.round(window.scrollY));
      requestAnimationFrame(note);
    };
    const begin = () => requestAnimationFrame(note);
    window.addEventListener("popstate", begin, { once: true });
  });

async function expectSamePlace(page: Page, leave: () => Promise<unknown>, back: Back) {
  await drawn(page);
  const place = await placeOn(page);
  const scroll = await page.evaluate(() => Math.round(window.scrollY));
  const asked = watchListRequests(page);
  await leave();
  await noteFrames(page);
  await back(page);
  await expect.poll(() => placeOn(page)).toEqual(place);
  await drawn(page);
  expect(await placeOn(page)).toEqual(place);
  expect([...new Set(await page.evaluate(() => window.placesSeen))]).toEqual([scroll]);
  expect(asked).toEqual([]);
}

type Back = (page: Page) => Promise<unknown>;
const byHistory: Back = (page) => page.goBack();
const byArrow: Back = (page) => page.getByRole("link", { name: "返回" }).tap();

const results = "/sreinfo?type=0&sonType=&searchStr=&title=全部";

test("home, scrolled down by 5,000 or 12,000 px, has its scroll position in the first frame after a video", async ({
  page,
}) => {
  await page.goto("/");
  await scrollDown(page, 5_000);
  await expectSamePlace(page, () => openVideo(page), byHistory);
  await scrollDown(page, 12_000);
  await expectSamePlace(page, () => openVideo(page), byArrow);
  await page.goForward();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
});

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name, exact: true });

/** On a tag's list. */
const leadsToTheTop = (page: Page) =>
  test.step("a tap on the current tab scrolls to the top, and at the top reloads the list", async () => {
    await scrollDown(page, 3_000);
    // no rows are loading
    await drawn(page);
    const rows = page.locator('main a[href^="/videoinfo?id="]');
    const grown = await rows.count();
    const asked = watchListRequests(page);
    const current = tab(page, "首页");
    const entries = await page.evaluate(() => window.history.length);
    await current.tap();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(asked).toEqual([]);
    expect(await rows.count()).toBe(grown);
    await current.tap();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await expect.poll(() => rows.count()).toBeLessThan(grown);
    await expect(page).toHaveURL(/tag=101$/);
    await current.tap();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    expect(await page.evaluate(() => window.history.length)).toBe(entries);
  });

const lists = { "a tag": "/?tag=101", "search results": results, "a topic": "/category" };
for (const [name, address] of Object.entries(lists)) {
  const also = address === "/?tag=101" ? ", and the current tab leads to its top" : "";
  const tag = also ? [] : "@night";
  test(`the list of ${name} keeps its scroll position, in the first frame${also}`, { tag }, async ({
    page,
  }) => {
    await page.goto(address);
    if (address === "/category") {
      await page.locator('a[href^="/cateInfo?item="]').first().tap();
      await expect(page).toHaveURL(/cateInfo/);
      await expect(page.locator('main a[href^="/videoinfo"]').first()).toBeVisible();
    }
    await scrollDown(page, 2_500);
    await expectSamePlace(page, () => openVideo(page), byHistory);
    await expectSamePlace(page, () => openVideo(page), byArrow);
    if (also) await leadsToTheTop(page);
  });
}

test("favourites, history and the hidden section keep their scroll positions", {
  tag: "@night",
}, async ({ page, memberOn }) => {
  const member = await memberOn(page);
  await member.makeVip();
  await member.keep("favourite", { count: 60 });
  await member.keep("history", { count: 60, hoursApart: 1 });
  for (const [address, depth] of Object.entries({ "/collengt": 2_500, "/history": 2_000 })) {
    await page.goto(address);
    await scrollDown(page, depth);
    await expectSamePlace(page, () => openVideo(page), byHistory);
  }
  await page.goto("/publish");
  await page.getByRole("button", { name: "换一批" }).first().tap();
  await scrollDown(page, 700);
  await expectSamePlace(page, () => openVideo(page), byHistory);
});

test("a tab returns to its tag, rows and scroll position without requesting the list again", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "分类标签" }).getByRole("link").nth(1).tap();
  await expect(page).toHaveURL(/tag=/);
  const address = page.url();
  await scrollDown(page, 2_000);
  const place = await placeOn(page);
  const asked = watchListRequests(page);
  await tab(page, "专题").tap();
  await expect(page.getByRole("heading", { name: "专题", exact: true })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  asked.length = 0;
  await tab(page, "首页").tap();
  await expect(page).toHaveURL(address);
  await expect.poll(() => placeOn(page)).toEqual(place);

  // the tab creates a separate history entry with its own scroll position
  await scrollDown(page, 4_000);
  const deeper = await placeOn(page);
  await openVideo(page);
  await page.goBack();
  await expect.poll(() => placeOn(page)).toEqual(deeper);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "专题", exact: true })).toBeVisible();
  await page.goBack();
  await expect.poll(() => placeOn(page)).toEqual(place);
  const again = asked.filter((request) => !request.startsWith("/rows/"));
  expect(again).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("tabs are links", async ({ page }) => {
    await page.goto("/");
    await tab(page, "专题").tap();
    await expect(page).toHaveURL(/category$/);
    await tab(page, "首页").tap();
    await expect(page).toHaveURL(/\/$/);
  });
});
