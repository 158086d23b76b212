import type { Page } from "playwright/test";
import { drawn as loaded } from "../fixtures/drawn.ts";
import { picturesBelow, requestedPictures } from "../fixtures/pictures.ts";
import { expect, test } from "../fixtures/site.ts";

declare global {
  interface Window {
    likesRead: number;
  }
}

const list = "/sreinfo?type=0&sonType=&searchStr=&title=全部";
const cards = (page: Page) => page.locator('main a[href^="/videoinfo?id="]');
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

/** Scrolls until the list has this many cards. */
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

/** The animations of a running view transition. */
const transitions = (page: Page) =>
  page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => {
        const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
        return part?.startsWith("::view-transition");
      }).length,
  );

/** Whether each card is rendered, or skipped because it is off the screen. */
const drawn = (page: Page) =>
  cards(page).evaluateAll((links) =>
    links.map((link) => link.checkVisibility({ contentVisibilityAuto: true })),
  );

test("a long list renders only new rows and rows near the screen, can be searched by the browser, returns to the same card after a video, and reserves the space of unrendered cards", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { likesRead: 0 });
    const read = Storage.prototype.getItem;
    // each render of a card reads whether its video is liked
    Storage.prototype.getItem = function (name) {
      if (name === "likedVideos") Object.assign(window, { likesRead: window.likesRead + 1 });
      return read.call(this, name);
    };
  });
  await page.goto(list);
  await grow(page, 60);

  await test.step("a next page renders only its own rows", async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await loaded(page);
    const before = await cards(page).count();
    await page.evaluate(() => Object.assign(window, { likesRead: 0 }));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => cards(page).count()).toBeGreaterThan(before);
    await loaded(page);
    const drawnAnew = (await cards(page).count()) - before;
    const perRow = (await page.evaluate(() => window.likesRead)) / drawnAnew;
    // a render, and further reads on mount and on subscribing
    expect(perRow).toBeGreaterThan(0);
    expect(perRow).toBeLessThanOrEqual(4);
  });

  await test.step("cards off the screen are skipped, and rendered when they come near", async () => {
    await grow(page, 100);
    const atTheEnd = await drawn(page);
    expect(atTheEnd[0]).toBe(false);
    expect(atTheEnd.at(-1)).toBe(true);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(async () => (await drawn(page))[0]).toBe(true);
    expect((await drawn(page))[50]).toBe(false);
  });

  await test.step("the browser's search finds text off the screen", async () => {
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

  await test.step("back from a video the list shows the same card", async () => {
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

  /** Heights of the row groups before and after all are rendered, measured together because the list may grow. */
  const heights = () =>
    page.locator("main ul:has(a)").evaluateAll((all: HTMLElement[]) => {
      const measured = () => all.map((item) => Math.round(item.getBoundingClientRect().height));
      const skipped = measured();
      for (const item of all) item.style.setProperty("content-visibility", "visible");
      return { skipped, drawn: measured() };
    });
  for (const width of [390, 768, 1_024, 1_440])
    await test.step(`unrendered cards take as much room as rendered ones, ${width} px wide`, async () => {
      await cards(page).last().tap();
      await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
      // a resize would cancel the view transition
      await loaded(page);
      await expect.poll(() => transitions(page)).toBe(0);
      // the list is shown again at a width at which it was never rendered
      await page.setViewportSize({ width, height: 844 });
      await page.goBack();
      await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(60);
      await loaded(page);
      expect((await drawn(page))[0]).toBe(false);
      const { skipped, drawn: whole } = await heights();
      expect(whole).toEqual(skipped);
    });
});

test("pictures far off the screen are not loaded", async ({ page }) => {
  const asked = requestedPictures(page);
  await page.goto("/");
  await loaded(page);
  // Chromium loads pictures within 3,000 px of the screen
  const far = await picturesBelow(page.locator("main img"), 4.6);
  expect(far.length).toBeGreaterThan(0);
  expect(far.filter((path) => asked.has(path))).toEqual([]);
});

test("after returning to a very long list, visible cards are rendered first and in place, the rest when idle", {
  tag: "@night",
}, async ({ page }) => {
  await page.addInitScript(() => {
    // the test decides when the browser is idle
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

test("after returning on a device that is never idle, all cards are rendered all the same", {
  tag: "@night",
}, async ({ page }) => {
  await page.goto(list);
  await grow(page, 140);
  await cards(page).last().tap();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  await page.evaluate(() => {
    const beBusy = () => {
      const end = performance.now() + 40;
      while (performance.now() < end);
      requestAnimationFrame(beBusy);
    };
    beBusy();
  });
  await page.goBack();
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(140);
});

test("rows far from the screen are not in the DOM but keep their height, and are rendered when they come near, even after going back", {
  tag: "@night",
}, async ({ page }) => {
  await page.goto(list);
  const blocks = page.locator("main ul");
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return blocks.count();
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBeGreaterThan(19);
  const third = blocks.nth(2);
  await expect(third.locator("a")).toHaveCount(0);
  expect(await cards(page).count()).toBeLessThanOrEqual(19 * 20);
  const boxes = () =>
    blocks.evaluateAll((all) =>
      all.slice(1, -2).map((block) => {
        const { top, height } = block.getBoundingClientRect();
        return { top: Math.round(top + window.scrollY), height: Math.round(height) };
      }),
    );
  const places = await boxes();
  expect(new Set(places.map(({ height }) => height)).size).toBe(1);

  // the first card below the header
  const above = (places[1]?.top ?? 0) - 200;
  await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), above);
  const card = third.locator("a").first();
  await expect(card).toBeInViewport();
  expect(await boxes()).toEqual(places);
  await loaded(page);

  const address = (await card.getAttribute("href")) ?? "";
  const place = await scrolled(page);
  await card.tap();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.locator(`main a[href="${address}"]`)).toBeInViewport();
  expect(Math.abs((await scrolled(page)) - place)).toBeLessThanOrEqual(1);
});
