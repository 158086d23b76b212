import type { Page } from "playwright/test";
import { drawn } from "../fixtures/drawn.ts";
import {
  openVideo,
  type Place,
  placeOn,
  scrollDown,
  watchListRequests,
} from "../fixtures/place.ts";
import { expect, test } from "../fixtures/site.ts";

/** Five journeys, one from each kind of list. */
const JOURNEYS = Number(process.env.JOURNEYS ?? 5);
/** In pages; deeper lists take minutes. */
const DEEPEST = process.env.JOURNEYS ? 20 : 4;
/** The approximate height of one page of a list. */
const PAGE_HEIGHT = 1_500;
const TOLERANCE = 8;

/** Mulberry32: the same numbers for the same seed. */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name, exact: true });
const shownTopics = (page: Page) =>
  expect(page.getByRole("heading", { name: "专题", exact: true })).toBeVisible();

const starts: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto("/"),
  tag: async (page) => {
    await page.goto("/");
    const tags = page.getByRole("navigation", { name: "分类标签" });
    await tags.getByRole("link").nth(1).tap();
    await expect(page).toHaveURL(/tag=/);
    // the tag's list has replaced the home page's sections
    await expect(page.getByRole("heading", { name: "精选视频" })).toHaveCount(0);
  },
  search: (page) => page.goto("/sreinfo?type=0&sonType=&searchStr=&title=全部"),
  topic: async (page) => {
    await page.goto("/category");
    await page.locator('a[href^="/cateInfo?item="]').nth(2).tap();
    await expect(page).toHaveURL(/cateInfo/);
  },
  favourites: (page) => page.goto("/collengt"),
};

/** Waits for loading rows, because rows that are loading when a list is left are requested again. */
async function rowsArrived(page: Page) {
  const loading = page.locator("main").getByText("加载中...");
  await expect(loading).toHaveCount(0);
  // the last rows may be near enough to the end to load another page
  await drawn(page);
  await expect(loading).toHaveCount(0);
}

/** A phone discards a hidden tab: on return its document is loaded again. */
async function discardAndReturn(page: Page) {
  await page.goto("about:blank");
  await page.goBack();
}

/** Ways to leave a list and to return to it. */
const ways: Record<string, (page: Page) => Promise<unknown>> = {
  "video, back": async (page) => {
    await openVideo(page);
    await page.goBack();
  },
  "video, arrow": async (page) => {
    await openVideo(page);
    await page.getByRole("link", { name: "返回" }).tap();
  },
  reload: (page) => page.reload(),
  discarded: discardAndReturn,
  "video, reload, back": async (page) => {
    await openVideo(page);
    await page.reload();
    await page.goBack();
  },
  "video, reload, arrow": async (page) => {
    await openVideo(page);
    await page.reload();
    await page.getByRole("link", { name: "返回" }).tap();
  },
  "video, discarded, back": async (page) => {
    await openVideo(page);
    await discardAndReturn(page);
    await page.goBack();
  },
  "video, back, forward, back": async (page) => {
    const address = page.url();
    await openVideo(page);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toHaveCount(0);
    await rowsArrived(page);
    await page.goForward();
    await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
    await page.goBack();
  },
};
const tabWays: typeof ways = {
  "tab, reload, back": async (page) => {
    await tab(page, "专题").tap();
    await shownTopics(page);
    await page.reload();
    await page.goBack();
  },
  "tab, back": async (page) => {
    await tab(page, "专题").tap();
    await shownTopics(page);
    await page.goBack();
  },
  "tab, tab": async (page) => {
    const name = page.url().includes("collengt") ? "收藏" : "首页";
    await tab(page, "专题").tap();
    await shownTopics(page);
    await tab(page, name).tap();
  },
};

test("random journeys with reloads return to the card where they began, without requesting a list again", {
  tag: "@night",
}, async ({ page, memberOn }) => {
  test.setTimeout(90_000 + JOURNEYS * 60_000);
  await (await memberOn(page)).keep("favourite", { count: process.env.JOURNEYS ? 200 : 60 });
  const asked = watchListRequests(page);
  const table: Record<string, unknown>[] = [];
  const failures: unknown[] = [];
  const names = Object.keys(starts);

  for (let seed = 1; seed <= JOURNEYS; seed += 1) {
    const random = randomNumbers(seed);
    const pick = <Value>(from: readonly Value[]) =>
      from[Math.floor(random() * from.length)] as Value;
    const list = names[seed % names.length] ?? "home";
    const pages = 1 + Math.floor(random() * DEEPEST);
    await starts[list]?.(page);
    await scrollDown(page, pages * PAGE_HEIGHT);
    await rowsArrived(page);
    const place = await placeOn(page);
    const before = new Set(asked.splice(0));

    const allowed = ["search", "topic"].includes(list) ? ways : { ...ways, ...tabWays };
    const legs = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      pick(Object.keys(allowed)),
    );
    let end: Place = { first: "", top: 0 };
    for (const leg of legs) {
      await allowed[leg]?.(page);
      const at = () => placeOn(page).then((now) => (end = now));
      await expect
        .poll(async () => (await at()).first)
        .toBe(place.first)
        .catch(() => undefined);
      await rowsArrived(page);
    }
    const moved = Math.abs(end.top - place.top);
    // opening a topic for the first time, and a further page of a list, need a request
    const isNew = (request: string) =>
      request.startsWith("/category.data") ||
      (request.startsWith("/rows/") && !before.has(request));
    // a reload discards the page's data and the rows of a member's own list
    const reloaded = legs.some((leg) => /reload|discarded/.test(leg));
    const mayAsk = (request: string) =>
      reloaded && (list === "favourites" || !request.startsWith("/rows/"));
    const again = asked.filter(
      (request, index) => !mayAsk(request) && (!isNew(request) || asked.indexOf(request) < index),
    );
    const row = { seed, list, pages, journey: legs.join("; "), moved, "asked again": again.length };
    table.push({ ...row, "same card": end.first === place.first });
    if (end.first !== place.first || moved > TOLERANCE || again.length > 0)
      failures.push({ ...row, place, end, again });
  }
  console.table(table);
  expect(failures).toEqual([]);
});
