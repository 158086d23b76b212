import type { Page } from "playwright/test";
import { drawn as loaded } from "../fixtures/drawn.ts";
import { expect, test } from "../fixtures/site.ts";

declare global {
  interface Window {
    likesRead: number;
  }
}

const list = "/sreinfo?type=0&sonType=&searchStr=&title=全部";
const cards = (page: Page) => page.locator('main a[href^="/videoinfo?id="]');
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

/** Scrolls until the list holds so many cards. */
async function grow(page: Page, count: number) {
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return cards(page).count();
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBeGreaterThanOrEqual(count);
  await loaded(page);
}

/** Whether each card is drawn, or skipped because it is off the screen. */
const drawn = (page: Page) =>
  cards(page).evaluateAll((links) =>
    links.map((link) => link.checkVisibility({ contentVisibilityAuto: true })),
  );

test("cards off the screen are skipped, and drawn when they come near", async ({ page }) => {
  await page.goto(list);
  await grow(page, 100);
  const atTheEnd = await drawn(page);
  expect(atTheEnd[0]).toBe(false);
  expect(atTheEnd.at(-1)).toBe(true);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(async () => (await drawn(page))[0]).toBe(true);
  expect((await drawn(page))[50]).toBe(false);
});

for (const width of [390, 768, 1_024, 1_440]) {
  test(`cards that were never drawn take as much room as drawn ones, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(list);
    await grow(page, 100);
    await cards(page).last().tap();
    await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
    await page.goBack();
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(100);
    await loaded(page);
    const items = page.locator("main ul:has(a)");
    const heights = () =>
      items.evaluateAll((all) =>
        all.map((item) => Math.round(item.getBoundingClientRect().height)),
      );
    expect((await drawn(page))[0]).toBe(false);
    const skipped = await heights();
    await items.evaluateAll((all) => {
      for (const item of all)
        (item as HTMLElement).style.setProperty("content-visibility", "visible");
    });
    expect(await heights()).toEqual(skipped);
  });
}

test("one more page draws its own rows and none of those before", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { likesRead: 0 });
    const read = Storage.prototype.getItem;
    // each time that a card is drawn it asks whether its video is liked
    Storage.prototype.getItem = function (name) {
      if (name === "likedVideos") Object.assign(window, { likesRead: window.likesRead + 1 });
      return read.call(this, name);
    };
  });
  await page.goto(list);
  await grow(page, 100);
  await page.evaluate(() => window.scrollTo(0, 0));
  await loaded(page);
  const before = await cards(page).count();
  await page.evaluate(() => Object.assign(window, { likesRead: 0 }));
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => cards(page).count()).toBeGreaterThan(before);
  await loaded(page);
  const drawnAnew = (await cards(page).count()) - before;
  const perRow = (await page.evaluate(() => window.likesRead)) / drawnAnew;
  // drawn, and looked at once more when it stands and when it listens
  expect(perRow).toBeGreaterThan(0);
  expect(perRow).toBeLessThanOrEqual(4);
});

test("pictures far off the screen are not fetched", async ({ page }) => {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/image/")) asked.add(pathname);
  });
  await page.goto("/");
  await loaded(page);
  const pictures = page.locator("main img");
  const far = await pictures.evaluateAll((images) =>
    images
      // Chromium fetches what is within 3,000 px of the screen
      .filter((image) => image.getBoundingClientRect().top > 4.6 * window.innerHeight)
      .map((image) => new URL((image as HTMLImageElement).src || "/", location.href).pathname),
  );
  expect(far.length).toBeGreaterThan(0);
  expect(far.filter((path) => asked.has(path))).toEqual([]);
});

test("back from a video, a long list stands at the same card", async ({ page }) => {
  await page.goto(list);
  await grow(page, 100);
  const card = cards(page).nth(61);
  await card.scrollIntoViewIfNeeded();
  await loaded(page);
  const top = () => card.evaluate((link) => Math.round(link.getBoundingClientRect().top));
  const [place, at] = [await scrolled(page), await top()];
  await card.tap();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "全部", exact: true })).toBeVisible();
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(100);
  await loaded(page);
  expect(Math.abs((await scrolled(page)) - place)).toBeLessThanOrEqual(1);
  expect(Math.abs((await top()) - at)).toBeLessThanOrEqual(1);
});

test("back to a very long list, what is in sight is drawn first and at its place, the rest when there is time", async ({
  page,
}) => {
  await page.addInitScript(() => {
    // time comes when the test says so
    const held: IdleRequestCallback[] = [];
    Object.assign(window, {
      requestIdleCallback: (work: IdleRequestCallback) => held.push(work),
      giveTime() {
        for (const work of held.splice(0)) work({} as IdleDeadline);
      },
    });
  });
  await page.goto(list);
  await grow(page, 200);
  const card = cards(page).nth(123);
  const address = (await card.getAttribute("href")) ?? "";
  await card.scrollIntoViewIfNeeded();
  await loaded(page);
  const place = await scrolled(page);
  await card.tap();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  await page.goBack();
  const again = page.locator(`main a[href="${address}"]`);
  await expect(again).toBeInViewport();
  expect(Math.abs((await scrolled(page)) - place)).toBeLessThanOrEqual(1);
  expect(await cards(page).count()).toBeLessThan(200);
  await expect
    .poll(async () => {
      await page.evaluate("giveTime()");
      return cards(page).count();
    })
    .toBeGreaterThanOrEqual(200);
  await expect(again).toBeInViewport();
  expect(Math.abs((await scrolled(page)) - place)).toBeLessThanOrEqual(1);
});

test("an anchor and the browser's own search find what is off the screen", async ({ page }) => {
  await page.goto(list);
  await grow(page, 60);
  await page.evaluate(() => window.scrollTo(0, 0));
  const name = await cards(page)
    .nth(45)
    .locator("span")
    .last()
    .evaluate((mark) => mark.closest("a")?.textContent?.replace(/.*\d:\d\d/, "") ?? "");
  expect(name).not.toBe("");
  const found = await page.evaluate((text) => {
    const search: unknown = Reflect.get(window, "find");
    return typeof search === "function" && search.call(window, text, true);
  }, name);
  expect(found).toBe(true);
});
