import type { Page, Request } from "playwright/test";
import { drawn, painted } from "../fixtures/drawn.ts";
import { expect, test } from "../fixtures/site.ts";

const cards = (page: Page) => page.locator('main a[href^="/videoinfo?id="]');
const addresses = (page: Page) =>
  cards(page).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
const toTheEnd = (page: Page) =>
  page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** Records the page's data requests for lists. */
function listRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/((_root|sreinfo|cateInfo)\.data$|rows\/)/.test(pathname)) asked.push(pathname + search);
  });
  return asked;
}

/** Scrolls until the list has this many cards. */
async function grow(page: Page, count: number) {
  await expect
    .poll(async () => {
      await toTheEnd(page);
      return cards(page).count();
    })
    .toBeGreaterThanOrEqual(count);
}

test("a visitor searches, opens a result and searches again from the history", async ({ page }) => {
  await page.goto("/?tag=101");
  await page.getByRole("link", { name: "影视搜索" }).tap();
  await expect(heading(page, "搜索")).toBeVisible();
  const box = page.getByRole("searchbox");
  await expect(box).toBeFocused();
  await box.fill("   ");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/sreach$/);
  await box.fill(" 海边 ");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/sreinfo\?type=&sonType=&searchStr=[^&]+&title=[^&]+$/);
  await expect(page.getByRole("searchbox")).toHaveValue("海边");
  await expect(cards(page).first()).toContainText("海边");

  await page.getByRole("searchbox").fill("森林");
  await page.getByRole("searchbox").press("Enter");
  await expect(cards(page).first()).toContainText("林");
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("海边");
  await page.getByRole("link", { name: "返回" }).tap();
  const past = page.locator("section", { has: heading(page, "搜索历史") }).getByRole("listitem");
  await expect(past).toHaveText(["海边", "森林"]);
  await past.getByText("森林").tap();
  await expect(page.getByRole("searchbox")).toHaveValue("森林");
  await page.getByRole("link", { name: "返回" }).tap();
  await expect(past).toHaveText(["森林", "海边"]);

  await page.getByRole("button", { name: "清空搜索历史" }).tap();
  const dialog = page.getByRole("dialog", { name: "清空搜索历史" });
  await dialog.getByRole("button", { name: "取消" }).tap();
  await expect(past).toHaveCount(2);
  await page.getByRole("button", { name: "清空搜索历史" }).tap();
  await dialog.getByRole("button", { name: "确定" }).tap();
  await expect(past).toHaveCount(0);
  await expect(page.locator('a[href^="/sreinfo"]')).toHaveCount(15);
  await page.reload();
  await expect(heading(page, "热门搜索")).toBeVisible();
  await expect(past).toHaveCount(0);
});

test("a visitor opens a topic, watches a video, and returns to the topic", async ({ page }) => {
  await page.goto("/collengt");
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "专题" }).tap();
  await expect(page.locator('a[href^="/cateInfo?item="]')).toHaveCount(8);
  await page.getByRole("link", { name: "华语大制作" }).tap();
  await expect(heading(page, "华语大制作")).toBeVisible();
  const banner = await page.getByRole("img", { name: "华语大制作" }).boundingBox();
  expect(banner?.width).toBe(390);
  await cards(page).first().tap();
  await expect(heading(page, "视频详情")).toBeVisible();
  await page.getByRole("link", { name: "返回" }).tap();
  await expect(heading(page, "华语大制作")).toBeVisible();
});

test("the tag browser shows the subcategories of the chosen category", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "全部分类" }).tap();
  const tabs = page.getByRole("tablist", { name: "一级分类" }).getByRole("tab");
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await tabs.getByText("星空").tap();
  await expect(page.getByRole("tab", { name: "星空" })).toHaveAttribute("aria-selected", "true");
  const below = page.getByRole("tabpanel").getByRole("link");
  await expect(below.first()).toHaveText("银河");
  await below.first().tap();
  await expect(heading(page, "银河")).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("tab", { name: "星空" })).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(heading(page, "精选视频")).toBeVisible();
});

test("a tag's three hundred videos appear once each, in order, with an ad in every tenth cell", async ({
  page,
}) => {
  test.slow();
  // three hundred pictures take a while, and this test does not look at them
  await page.route(/\/image\//, () => {});
  const asked = listRequests(page);
  await page.goto("/?tag=101", { waitUntil: "commit" });
  await expect(page.getByRole("link", { name: "纪录片", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(cards(page)).not.toHaveCount(0);
  const first = await addresses(page);
  await expect
    .poll(
      async () => {
        // several triggers at once must not send two requests
        for (let turn = 0; turn < 3; turn += 1) await toTheEnd(page);
        return page.getByText("没有更多了").count();
      },
      { timeout: 60_000, intervals: [60] },
    )
    .toBe(1);

  const all = await addresses(page);
  expect(all).toHaveLength(300);
  expect(new Set(all).size).toBe(300);
  expect(all.slice(0, first.length)).toEqual(first);
  const places = await page
    .locator("main ul > li:has(a)")
    .evaluateAll((items) =>
      items.flatMap((item, index) => (item.querySelector('a[target="_blank"]') ? [index] : [])),
    );
  expect(places).toEqual(Array.from({ length: 33 }, (_, turn) => turn * 10 + 9));
  const pages = asked.flatMap((address) => /[?&]page=(\d+)/.exec(address)?.[1] ?? []);
  expect(new Set(pages).size).toBe(pages.length);
  expect(pages.length).toBeGreaterThanOrEqual(29);
});

test("going back from a video by its arrow or the browser restores the scroll position without a request, and pictures load 1.3 screens ahead", async ({
  page,
}) => {
  await page.goto("/?tag=103");
  await grow(page, 30);
  for (const way of ["返回", "history"])
    await test.step(`back by ${way}`, async () => {
      const card = cards(page).nth(14);
      await card.scrollIntoViewIfNeeded();
      await drawn(page);
      const [place, rows] = [await scrolled(page), await addresses(page)];
      await card.tap();
      await expect(heading(page, "视频详情")).toBeVisible();

      const asked = listRequests(page);
      if (way === "返回") await page.getByRole("link", { name: "返回" }).tap();
      else await page.goBack();
      await expect(page.locator("[aria-label=分类标签] [aria-current]")).toBeAttached();
      expect(Math.abs((await scrolled(page)) - place)).toBeLessThanOrEqual(1);
      expect((await addresses(page)).slice(0, rows.length)).toEqual(rows);
      await drawn(page);
      expect(Math.abs((await scrolled(page)) - place)).toBeLessThanOrEqual(1);
      expect(asked).toEqual([]);
    });

  await test.step("pictures load 1.3 screens ahead, and no earlier", async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await cards(page).first().tap();
    await expect(heading(page, "视频详情")).toBeVisible();
    await page.getByRole("link", { name: "返回" }).tap();
    // rows below the screen are rendered once the browser is idle
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(30);
    await drawn(page);
    const pictures = await page.locator("main img").evaluateAll((images) =>
      images.map((image) => ({
        below: image.getBoundingClientRect().top / window.innerHeight,
        asked: image.hasAttribute("src"),
      })),
    );
    const near = pictures.filter(({ below }) => below < 2.28);
    const far = pictures.filter(({ below }) => below > 2.32);
    expect(near.every(({ asked }) => asked)).toBe(true);
    expect(far.length).toBeGreaterThan(5);
    expect(far.some(({ asked }) => asked)).toBe(false);
  });
});

test("a changed batch and a longer home page are kept during a visit to a video", async ({
  page,
}) => {
  await page.goto("/");
  const featured = page.locator("section", { has: heading(page, "精选视频") });
  const names = () => featured.locator("a[href^='/videoinfo']").allTextContents();
  const before = await names();
  await page.getByRole("button", { name: "换一批" }).tap();
  await expect.poll(names).not.toEqual(before);
  const changed = await names();
  await grow(page, 60);
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await drawn(page);
  const place = await scrolled(page);
  const rows = await addresses(page);
  const visible = cards(page).filter({ visible: true });
  const inSight = await visible.evaluateAll((links) =>
    links.findIndex((link) => link.getBoundingClientRect().top > 200),
  );
  await visible.nth(inSight).tap();
  await expect(heading(page, "视频详情")).toBeVisible();
  const asked = listRequests(page);
  await page.getByRole("link", { name: "返回" }).tap();
  await expect(heading(page, "精选视频")).toBeAttached();
  expect(Math.abs((await scrolled(page)) - place)).toBeLessThanOrEqual(1);
  expect(await names()).toEqual(changed);
  expect(await addresses(page)).toEqual(rows);
  expect(asked).toEqual([]);
});

test("banners rotate every three seconds while visible, and taps are counted", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto("/");
  const swiper = page.getByRole("region", { name: "轮播广告" });
  const rail = swiper.getByRole("list");
  const left = () => rail.evaluate((element) => element.scrollLeft);
  expect((await swiper.boundingBox())?.height).toBe(125);
  await page.clock.fastForward(3_000);
  // the second slide is where the first was
  const second = await rail
    .getByRole("listitem")
    .evaluateAll(
      ([one, two]) => (two?.getBoundingClientRect().x ?? 0) - (one?.getBoundingClientRect().x ?? 0),
    );
  await expect.poll(left).toBe(second);

  await page.evaluate(() => window.scrollTo(0, 1_200));
  await painted(page);
  const resting = await left();
  await page.clock.fastForward(10_000);
  await painted(page);
  expect(await left()).toBe(resting);

  await page.evaluate(() => window.scrollTo(0, 0));
  const counted = page.waitForRequest(/\/ad\/swiper\/[^/]+\/click$/);
  const opened = context.waitForEvent("page");
  await swiper
    .getByRole("link")
    .first()
    .evaluate((link: HTMLElement) => link.click());
  expect((await counted).method()).toBe("POST");
  await (await opened).close();
});

test.describe("pictures that fail to load", () => {
  test.use({ mayLogErrors: true });
  test("are tried three times, then replaced by a placeholder", async ({ page }) => {
    const asked = new Map<string, number>();
    await page.route(/\/image\//, (route) => {
      const { pathname } = new URL(route.request().url());
      asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
      return route.abort();
    });
    // only a document's pictures: after a navigation React may render them more than once before they show
    await page.goto("/sreinfo?type=&sonType=&searchStr=清晨&title=搜索");
    await expect(cards(page).first().locator("img")).toHaveCount(0);
    await expect(cards(page).first().locator("svg use").first()).toBeAttached();
    expect([...asked.values()][0]).toBe(3);
  });
});

test.describe("a next page that fails to load", () => {
  test.use({ mayLogErrors: true });
  test("can be retried, and nothing is lost", async ({ page }) => {
    await page.goto("/?tag=103");
    await expect(cards(page)).not.toHaveCount(0);
    await page.route(/\/rows\//, (route) => route.abort());
    const retry = page.getByRole("button", { name: "重试" });
    await expect
      .poll(async () => {
        await toTheEnd(page);
        return retry.count();
      })
      .toBe(1);
    const before = await addresses(page);
    expect(before.length).toBeGreaterThanOrEqual(10);
    await page.unroute(/\/rows\//);
    await retry.tap();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(before.length);
    expect((await addresses(page)).slice(0, before.length)).toEqual(before);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("home, search, a topic and the next page are usable", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "影视搜索" }).tap();
    await page.getByRole("searchbox").fill("清晨");
    await page.getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL(/\/sreinfo\?type=&sonType=&searchStr=/);
    await expect(cards(page).first()).toBeVisible();

    await page.goto("/");
    await page
      .getByRole("navigation", { name: "主导航" })
      .getByRole("link", { name: "专题" })
      .tap();
    await page.getByRole("link", { name: "超清无码" }).tap();
    await expect(cards(page).first()).toBeVisible();
    const first = await addresses(page);
    await page.getByRole("link", { name: "下一页" }).tap();
    await expect(page).toHaveURL(/page=2/);
    await expect(cards(page).first()).toBeVisible();
    expect((await addresses(page)).filter((address) => first.includes(address))).toEqual([]);
  });
});
