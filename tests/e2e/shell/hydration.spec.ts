import type { Page } from "playwright/test";
import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { memberAnswer, painted } from "../fixtures/drawn.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, settingsFor, settle, test as upstreamTest } from "../fixtures/site.ts";

/*
 * React throws where a part that it has not hydrated yet is changed, and where the page is another than the document's. The
 * fixture fails a test whose page threw.
 */

/** What the upstream is asked for by these parts of a page, which then stay behind their skeletons. */
const parts = {
  ranking: /cartoon\/listIndex\b/,
  goods: /getGoodsLists/,
  favourites: /getCollectList/,
  messages: /chatim\/list/,
};

/** A site of the test's own, whose page waits for one part until it is released. */
const test = upstreamTest.extend<{
  pageWithout: (
    part: RegExp,
    path: string,
    before?: (url: string) => Promise<void>,
  ) => Promise<() => void>;
}>({
  early: true,
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
    // what it still loads is not there any more
    await page.close();
  },
});

const ranking = (page: Page) => page.locator("ol li a");

test("a tap between the start of hydration and its first render is harmless", async ({ page }) => {
  // React listens to this event as it starts to hydrate; a microtask comes before anything that it has scheduled
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
  const release = await pageWithout(parts.goods, "/vip", (url) => settle(context, url));
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
  const release = await pageWithout(parts.favourites, "/collengt", (url) => settle(context, url));
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
    await settle(context, url);
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

test("going back before a reloaded page hydrates shows the previous page", async ({
  page,
  context,
  site,
}) => {
  await settle(context, site.url);
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
