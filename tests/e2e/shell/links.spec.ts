import type { Page } from "playwright/test";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { ownSite } from "../fixtures/own-site.ts";
import { expect, hydrated } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

declare global {
  interface Window {
    /** Resolves when the page has stopped scrolling. */
    glided: Promise<unknown>;
  }
}

type Front = Awaited<ReturnType<typeof startRecordingUpstream>>;

/** A site behind a proxy that records requests. */
const test = ownSite<Front>(async ({ site }, use) => {
  await using front = await startRecordingUpstream(site.url);
  await use(front);
});

/** How long a browser keeps a prefetch (server/cache-times.ts). */
const KEPT_MS = 10_000;

const cards = (page: Page) => page.locator('main a[href^="/videoinfo?id="]');
const title = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const watching = (page: Page) => title(page, "视频详情");

/**
 * Opens a page and waits for client navigation, and for the visitor's cookie, as a prefetch with another cookie is not used.
 * `same` returns whether the document is still the same.
 */
async function open(page: Page, address: string) {
  await page.goto(address);
  await hydrated(page);
  await page.waitForLoadState();
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(cookies).toContain("visitor");
  await page.evaluate(() => {
    document.documentElement.dataset.mark = "first";
  });
  const mark = () => page.evaluate(() => document.documentElement.dataset.mark);
  return { same: async () => (await mark()) === "first" };
}

/** Waits for the answer to a request that is sent after all requests of the last second. */
async function laterRequest(page: Page) {
  await page.clock.fastForward(1_000);
  await page.evaluate(() => fetch("/healthz").then((answer) => answer.text()));
}

/** Waits until this prefetch is complete: one that is still loading at the tap would be requested again. */
function watchWhole(page: Page, front: Front) {
  const whole: string[] = [];
  page.on("requestfinished", (request) => whole.push(request.url().slice(front.url.length)));
  return (data: RegExp) =>
    expect.poll(() => whole.some((address) => data.test(address))).toBe(true);
}

/** Expects one request, or two if the machine was so slow that the prefetch has expired. */
function expectOnce(front: Front, data: RegExp, since: number) {
  const most = Date.now() - since < KEPT_MS ? 1 : 2;
  expect(front.asked(data).length).toBeLessThanOrEqual(most);
}

/** Stops the page's clock. */
const stopClock = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);

/** The position of the card at `index`, and the pattern of its page's data requests. */
async function cardAt(page: Page, index: number) {
  const card = cards(page).nth(index);
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  const id = /id=(\d+)/.exec((await card.getAttribute("href")) ?? "")?.[1];
  if (!box || !id) throw new Error("no card there");
  return {
    x: box.x + box.width / 2,
    y: box.y + 30,
    data: new RegExp(`^/videoinfo\\.data\\?id=${id}\\b`),
  };
}

test("a link stays pressed until its page is shown", async ({ page }) => {
  await page.goto("/mine");
  const letGo = await holdRequests(page, /\/history\.data/);
  const link = page.getByRole("link", { name: "浏览历史" });
  await link.tap();
  await expect(link).toHaveCSS("opacity", "0.6");
  letGo();
  await expect(page).toHaveURL(/\/history$/);
  await page.goBack();
  await expect(link).toHaveCSS("opacity", "1");
});

test("a tapped tab looks current before its page is shown", async ({ page }) => {
  await page.goto("/collengt");
  const tab = (name: string) =>
    page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name });
  const colour = (name: string) => tab(name).evaluate((link) => getComputedStyle(link).color);
  const [current, other] = [await colour("收藏"), await colour("我的")];
  expect(current).not.toBe(other);
  const letGo = await holdRequests(page, /\/mine\.data/);
  await tab("我的").tap();
  await expect(tab("我的")).toHaveCSS("color", current);
  await expect(tab("收藏")).toHaveCSS("color", other);
  letGo();
  await expect(tab("我的")).toHaveAttribute("aria-current", "page");
  await expect(tab("我的")).toHaveCSS("color", current);
});

test("a link that replaces its page adds no history entry and keeps the scroll position", async ({
  page,
}) => {
  const { same } = await open(page, "/taglist");
  const length = () => page.evaluate(() => history.length);
  const before = await length();
  await page.getByRole("tab").nth(1).tap();
  await expect(page).toHaveURL(/type=/);
  await expect(page.getByRole("tab").nth(1)).toHaveAttribute("aria-selected", "true");
  expect(await length()).toBe(before);
  expect(await same()).toBe(true);
});

test("a link to the current page adds no history entry", async ({ page }) => {
  const { same } = await open(page, "/category");
  const before = await page.evaluate(() => history.length);
  const tab = page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "专题" });
  await expect(tab).toHaveAttribute("aria-current", "page");
  const entry = () => page.evaluate(() => history.state?.key);
  const shown = await entry();
  await tab.tap();
  await expect.poll(entry).not.toBe(shown);
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(await same()).toBe(true);
});

test("a finger that rests on a card prefetches its page once; a tap opens it in the same document, and back restores the scroll position", async ({
  page,
  context,
  own: front,
}) => {
  await page.clock.install();
  const { same } = await open(page, "/");
  const finger = await fingerOn(page);
  const isWhole = watchWhole(page, front);
  /** Rests long enough for a prefetch but too short for the card's menu, even if the answer is late. */
  const rest = async ({ x, y, data }: Awaited<ReturnType<typeof cardAt>>) => {
    const since = Date.now();
    await stopClock(page);
    await finger.down(x, y);
    await page.clock.runFor(200);
    await expect.poll(() => front.asked(data).length).toBe(1);
    await isWhole(data);
    return since;
  };
  const arrived = async () => {
    await expect(watching(page)).toBeVisible();
    await expect(page.locator("video").first()).toBeAttached();
  };
  const back = async () => {
    await page.goBack();
    await expect(watching(page)).toHaveCount(0);
  };

  await test.step("resting prefetches once, and lifting opens the page", async () => {
    const card = await cardAt(page, 1);
    const modulesAsked = () => front.asked(/^\/assets\/watch\.route.*\.js$/).length;
    const before = modulesAsked();
    const since = await rest(card);
    await expect.poll(modulesAsked).toBe(before + 1);
    expect(new URL(page.url()).pathname).toBe("/");
    await finger.lift();
    await page.clock.resume();
    await arrived();
    expectOnce(front, card.data, since);
    await back();
  });

  await test.step("a quick tap fetches once, or twice if the response takes longer than a finger may rest", async () => {
    const { data } = await cardAt(page, 2);
    await cards(page).nth(2).tap();
    await arrived();
    expect(front.asked(data).length).toBeLessThanOrEqual(2);
    await back();
  });

  await test.step("resting and then scrolling stays on the page, and a tap soon after uses what was prefetched", async () => {
    const card = await cardAt(page, 4);
    const since = await rest(card);
    await finger.moveBy(0, -120);
    await page.clock.resume();
    // while the page is still scrolling, a tap only stops it
    await page.evaluate(() => {
      window.glided = new Promise((resolve) => {
        window.addEventListener("scrollend", resolve, { once: true });
      });
    });
    await finger.lift();
    await page.evaluate(() => window.glided);
    expect(new URL(page.url()).pathname).toBe("/");
    await cards(page).nth(4).tap();
    await arrived();
    expectOnce(front, card.data, since);
    await back();
  });

  await test.step("back from a page that began at its top, the list is at its scroll position", async () => {
    await cards(page).nth(8).scrollIntoViewIfNeeded();
    // scrolled first, so that the tap does not hit the tab bar
    await page.evaluate(() => {
      window.addEventListener("pointerdown", () =>
        sessionStorage.setItem("tappedAt", `${scrollY}`),
      );
    });
    await cards(page).nth(8).tap();
    await arrived();
    const before = await page.evaluate(() => Number(sessionStorage.getItem("tappedAt")));
    expect(before).toBeGreaterThan(200);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await back();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });

  await test.step("a click with a modifier opens another window and keeps this page in place", async () => {
    const opened = context.waitForEvent("page");
    await cards(page)
      .first()
      .click({ modifiers: ["Control"] });
    await expect(watching(await opened)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/");
  });
  expect(await same()).toBe(true);
});

test.describe("a mouse", () => {
  test.use({ hasTouch: false, isMobile: false });

  test("that stays on a card prefetches its page once, and passing over it does not", async ({
    page,
    own: front,
  }) => {
    await page.clock.install();
    await open(page, "/");
    const isWhole = watchWhole(page, front);
    const passed = await cardAt(page, 5);
    const meant = await cardAt(page, 6);
    const since = Date.now();
    await stopClock(page);
    await page.mouse.move(passed.x, passed.y);
    await page.mouse.move(meant.x, meant.y);
    await page.clock.runFor(200);
    await expect.poll(() => front.asked(meant.data).length).toBe(1);
    await isWhole(meant.data);
    await page.clock.resume();
    await page.mouse.down();
    await page.mouse.up();
    await expect(watching(page)).toBeVisible();
    expectOnce(front, meant.data, since);
    expect(front.asked(passed.data)).toHaveLength(0);
  });

  test("that passes over a tag or another link that is not a video's loads nothing; a click on the tag loads its list once", async ({
    page,
    own: front,
  }) => {
    await page.clock.install();
    await open(page, "/");
    const tag = page.getByRole("link", { name: "星空", exact: true });
    const data = new RegExp(
      `^/_root\\.data\\?tag=${/tag=(\d+)/.exec((await tag.getAttribute("href")) ?? "")?.[1]}`,
    );
    await tag.hover();
    await page.getByRole("link", { name: "搜索" }).first().dispatchEvent("pointerdown");
    await laterRequest(page);
    expect(front.asked(data)).toHaveLength(0);
    await page.mouse.down();
    expect(front.asked(data)).toHaveLength(0);
    await page.mouse.up();
    await expect(tag).toHaveAttribute("aria-current", "true");
    await expect(page).toHaveURL(/tag=/);
    await expect(cards(page).first()).toBeVisible();
    expect(front.asked(data)).toHaveLength(1);
  });
});
