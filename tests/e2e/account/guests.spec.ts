import type { BrowserContext, Page } from "playwright/test";
import { memberCount } from "../../support/members/accounts.ts";
import { expect, skipFirstVisit, test } from "../fixtures/site.ts";

test.use({ firstVisit: true });

const confirm = (page: Page) => page.getByRole("button", { name: "我已年满18岁，进入" });

/** The member code in the answer to the page's own member request. */
const memberOn = async (page: Page, act: () => Promise<unknown>) => {
  const [answer] = await Promise.all([page.waitForResponse("**/member"), act()]);
  return ((await answer.json()) as { member: { code: string } | null }).member?.code;
};

const twoTabs = async (context: BrowserContext, path: string) => {
  const tabs = [await context.newPage(), await context.newPage()];
  return { tabs, open: () => Promise.all(tabs.map((tab) => tab.goto(path))) };
};

for (const path of ["/", "/videoinfo?id=100301", "/mine", "/history"]) {
  test(`two tabs opened at once by a new device at ${path} make one guest`, async ({
    context,
    site,
    upstream,
  }) => {
    await skipFirstVisit(context, site.url);
    const before = await memberCount(upstream.db);
    const { tabs, open } = await twoTabs(context, path);
    const codes = tabs.map((tab) => memberOn(tab, async () => undefined));
    await open();
    const [first, second] = await Promise.all(codes);
    expect(first).toMatch(/^\d{8}$/);
    expect(second).toBe(first);
    expect(await memberCount(upstream.db)).toBe(before + 1);
    if (path === "/mine")
      for (const tab of tabs) await expect(tab.getByText(`ID：${first}`)).toBeVisible();
    if (path === "/history")
      for (const tab of tabs) await expect(tab.getByText("暂无浏览历史")).toBeVisible();
  });

  test(`two tabs at ${path} behind the closed age gate make one guest after confirmation, and none before`, async ({
    context,
    upstream,
  }) => {
    const before = await memberCount(upstream.db);
    const asked: string[] = [];
    context.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const { tabs, open } = await twoTabs(context, path);
    await open();
    for (const tab of tabs) await expect(confirm(tab)).toBeVisible();
    expect(asked).not.toContain("/member");
    expect(await memberCount(upstream.db)).toBe(before);
    const codes = await Promise.all(tabs.map((tab) => memberOn(tab, () => confirm(tab).tap())));
    expect(codes[0]).toMatch(/^\d{8}$/);
    expect(codes[1]).toBe(codes[0]);
    expect(await memberCount(upstream.db)).toBe(before + 1);
    if (path === "/mine")
      for (const tab of tabs) await expect(tab.getByText(`ID：${codes[0]}`)).toBeVisible();
  });

  test(`declining the age gate at ${path} creates no member`, async ({ page, upstream }) => {
    const before = await memberCount(upstream.db);
    await page.goto(path);
    await page.getByRole("link", { name: "离开" }).tap();
    await expect(page.getByRole("heading", { name: "您已离开" })).toBeVisible();
    expect(await memberCount(upstream.db)).toBe(before);
  });
}

test.describe("while the upstream registers nobody", () => {
  test.use({ mayLogErrors: true });

  test("a member page offers a retry, and then shows the guest", async ({
    page,
    context,
    site,
  }) => {
    await skipFirstVisit(context, site.url);
    await page.route("**/member", (route) =>
      route.fulfill({ json: { member: null, ended: null } }),
    );
    await page.goto("/mine");
    await expect(page.getByRole("alert")).toHaveText("网络异常，请稍后重试");
    await page.unroute("**/member");
    await page.getByRole("button", { name: "重试" }).tap();
    await expect(page.getByText(/^ID：\d{8}$/)).toBeVisible();
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a new device's member page shows its guest after the age gate", async ({
    page,
    upstream,
  }) => {
    const before = await memberCount(upstream.db);
    await page.goto("/mine");
    await confirm(page).tap();
    await expect(page.getByText(/^ID：\d{8}$/)).toBeVisible();
    await expect(page).toHaveURL(/\/mine$/);
    expect(await memberCount(upstream.db)).toBe(before + 1);
  });
});
