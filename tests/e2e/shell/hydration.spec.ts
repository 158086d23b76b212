import type { Page } from "playwright/test";
import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { memberAnswer, painted } from "../fixtures/drawn.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, settingsFor, skipFirstVisit, test as upstreamTest } from "../fixtures/site.ts";

/*
 * React throws if a part is changed before it has hydrated, and if the page differs from the document. The fixture then
 * fails the test.
 */

/** The upstream calls of these parts of a page, which show skeletons until the calls are released. */
const parts = {
  ranking: /cartoon\/listIndex\b/,
  goods: /getGoodsLists/,
  favourites: /getCollectList/,
  messages: /chatim\/list/,
};

/** A separate site for the test, whose page waits for one part until it is released. */
const test = upstreamTest.extend<{
  pageWithout: (
    part: RegExp,
    path: string,
    before?: (url: string) => Promise<void>,
  ) => Promise<() => void>;
}>({
  beforeScripts: true,
  firstVisit: true,
  pageWithout: async ({ upstream, page }, use) => {
    await using gate = await startGate(upstream.url);
    await using site = await startSiteProgram(settingsFor({ ...upstream, url: gate.url }));
    await use(async (part, path, before) => {
      await before?.(site.url);
      gate.hold(part);
      await page.goto(site.url + path, { waitUntil: "commit" });
      await expect(page.locator("html")).toHaveAttribute("data-hydrated");
      return gate.release;
    });
    gate.release();
    // before the site stops, because the page still loads files
    await page.close();
  },
});

const ranking = (page: Page) => page.locator("ol li a");

test("a tap between the start of hydration and its first render is harmless", async ({ page }) => {
  // React adds this listener when it starts to hydrate; a microtask runs before React's scheduled work
  await page.addInitScript(() => {
    const add = document.addEventListener.bind(document);
    document.addEventListener = (...listener: Parameters<typeof add>) => {
      add(...listener);
      if (listener[0] !== "gotpointercapture") return;
      document.documentElement.dataset.tapped = "true";
      queueMicrotask(() => document.body.click());
    };
  });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated");
  await expect(page.locator("html")).toHaveAttribute("data-tapped");
});

test("the age gate can be confirmed at once while a part of the page is still streaming", async ({
  page,
  pageWithout,
}) => {
  const release = await pageWithout(parts.ranking, "/");
  await page.getByRole("button", { name: "我已年满18岁，进入" }).tap();
  await expect(page.getByRole("dialog", { name: "年龄确认" })).toHaveCount(0);
  await expect(ranking(page)).toHaveCount(0);
  release();
  await expect(ranking(page).first()).toBeVisible();
});

test("a VIP plan can be chosen while the payment channels are still streaming", async ({
  page,
  context,
  pageWithout,
}) => {
  const release = await pageWithout(parts.goods, "/vip", (url) => skipFirstVisit(context, url));
  const plans = page.getByRole("radio");
  const others = await plans.count();
  await plans.last().check({ force: true });
  await expect(plans.last()).toBeChecked();
  release();
  await expect.poll(() => plans.count()).toBeGreaterThan(others);
  await expect(plans.nth(others - 1)).toBeChecked();
});

test("a device's own favourites are shown while the member's are still streaming", async ({
  page,
  context,
  pageWithout,
}) => {
  const saved = {
    code: "100303",
    title: "只在这台设备",
    cover: "",
    vip: false,
    hot: 0,
    duration: "",
  };
  await context.addInitScript((video) => {
    if (window.origin !== "null") localStorage.setItem("savedVideos", JSON.stringify([video]));
  }, saved);
  const release = await pageWithout(parts.favourites, "/collengt", (url) =>
    skipFirstVisit(context, url),
  );
  release();
  await expect(page.locator('main a[href="/videoinfo?id=100303"]')).toBeVisible();
});

test("the member is known before their conversation has arrived", async ({
  page,
  context,
  pageWithout,
  memberOn,
}) => {
  const said = page.getByRole("log", { name: "聊天记录" }).getByText("在吗", { exact: true });
  let member = memberAnswer(page);
  const release = await pageWithout(parts.messages, "/service", async (url) => {
    await skipFirstVisit(context, url);
    await page.goto(`${url}/service`);
    await expect(page.locator("html")).toHaveAttribute("data-hydrated");
    await page.getByPlaceholder("请输入内容").fill("在吗");
    await page.getByRole("button", { name: "发送", exact: true }).tap();
    await expect(said).toBeVisible();
    await (await memberOn(page)).takeAvatar();
    await member;
    member = memberAnswer(page);
  });
  await member;
  await painted(page);
  release();
  await expect(said).toBeVisible();
  await expect(page.getByRole("log").locator("img").first()).toBeVisible();
});

test("going back before a reloaded page has hydrated shows the previous page", async ({
  page,
  context,
  site,
}) => {
  await skipFirstVisit(context, site.url);
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated");
  await page.getByRole("link", { name: "影视搜索" }).tap();
  await expect(page).toHaveURL(/\/sreach$/);
  await expect(page.getByRole("searchbox").first()).toBeVisible();
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("searchbox").first()).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/:\d+\/$/);
  release();
  await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-hydrated");
});
