import type { Browser, Page } from "playwright/test";
import { runCommand } from "../../../server/upstream/operator/commands.ts";
import { disposable } from "../../support/disposable.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { expect, skipFirstVisit, test } from "../fixtures/site.ts";

const log = (page: Page) => page.getByRole("log", { name: "聊天记录" });
const field = (page: Page) => page.getByPlaceholder("请输入内容");
const bubbles = (page: Page) => log(page).locator("p[class*=text]").allTextContents();

/** The page polls for messages every three seconds. */
const untilAsked = (page: Page) => page.clock.fastForward(3_000);

async function say(page: Page, words: string) {
  await field(page).fill(words);
  await page.getByRole("button", { name: "发送", exact: true }).tap();
}

test("feedback requires text, survives a reload, and is acknowledged", async ({
  page,
  upstream,
}) => {
  await page.goto("/sign");
  await page.goto("/feed");
  const area = page.getByPlaceholder("请填写留言");
  await page.getByRole("button", { name: "提交" }).tap();
  await expect(page.getByRole("alert")).toHaveText("请填写留言");
  await expect(area).toBeFocused();
  await area.fill("希望有更多日落");
  await expect(page.getByText("7/500")).toBeVisible();
  await page.reload();
  await expect(area).toHaveValue("希望有更多日落");
  await page.getByRole("button", { name: "提交" }).tap();
  await expect(page.getByRole("status")).toHaveText("感谢您的留言");
  await expect(page).not.toHaveURL(/feed/);
  expect(await runCommand(upstream.db, ["feedback", "list"])).toContain("希望有更多日落");
  await page.goto("/feed");
  await expect(area).toHaveValue("");
});

async function guest(browser: Browser, url: string, userAgent?: string) {
  const context = await browser.newContext({ baseURL: url, userAgent });
  await skipFirstVisit(context, url);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto("/service");
  await expect(field(page)).toBeVisible();
  return disposable({ page, code: await codeOf(page), stop: () => context.close() });
}

test("two members chat with the operator, who answers by command, in separate conversations", async ({
  browser,
  site,
  upstream,
  userAgent,
}) => {
  const operate = (...words: string[]) => runCommand(upstream.db, words);
  await using one = await guest(browser, site.url, userAgent);
  await using other = await guest(browser, site.url, userAgent);
  const send = async ({ page }: typeof one, words: string) => {
    await field(page).fill(words);
    await field(page).press("Enter");
    await expect(log(page).getByText(words)).toBeVisible();
  };
  await send(one, "充值之后多久到账？");
  await send(other, "怎么修改头像？");
  await expect.poll(() => operate("chat", "list")).toContain("怎么修改头像？");
  expect(await operate("chat", "show", one.code)).toContain("充值之后多久到账？");
  await operate("chat", "reply", one.code, "2至10分钟内到账");
  await operate("chat", "reply", other.code, "在编辑资料里");
  await Promise.all([untilAsked(one.page), untilAsked(other.page)]);
  await expect(log(one.page).getByText("2至10分钟内到账")).toBeVisible();
  await expect(log(other.page).getByText("在编辑资料里")).toBeVisible();
  await expect(log(one.page)).not.toContainText("在编辑资料里");
  await expect(log(one.page).getByText("充值之后多久到账？")).toHaveCount(1);
});

test("the chat's field grows to five lines, sends on Enter unless empty, and keeps its draft across a reload for the same member", async ({
  page,
}) => {
  await page.goto("/service");
  const height = async () => (await field(page).locator("..").boundingBox())?.height ?? 0;
  await page.getByRole("button", { name: "发送", exact: true }).tap();
  await expect(page.getByRole("alert")).toHaveText("请输入内容");
  const one = await height();
  await field(page).fill("一\n二\n三");
  expect(await height()).toBeGreaterThan(one + 40);
  await field(page).fill("字\n".repeat(20));
  expect(await height()).toBeLessThan(160);
  await field(page).fill("第一行\n第二行");
  await field(page).press("Enter");
  await expect(log(page).getByText("第一行")).toBeVisible();
  await expect(field(page)).toHaveValue("");
  expect(await height()).toBe(one);

  const writer = await codeOf(page);
  await field(page).fill("写了一半");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("drafts")))
    .toContain("写了一半");
  await page.reload();
  await expect(field(page)).toHaveValue("写了一半");
  await page.getByRole("button", { name: "发送", exact: true }).tap();
  await expect(log(page).getByText("写了一半")).toBeVisible();
  await expect(field(page)).toHaveValue("");

  await field(page).fill("只给客服看的话");
  const stored = () => page.evaluate(() => localStorage.getItem("drafts"));
  await expect.poll(stored).toContain("只给客服看的话");
  await page.context().clearCookies({ name: "visitor" });
  await page.reload();
  expect(await codeOf(page)).not.toBe(writer);
  await expect(field(page)).toHaveValue("");
});

test.describe("on an unreliable connection", () => {
  test.use({ mayLogErrors: true });

  test("failed messages are resent in order, each once", async ({ page, upstream }) => {
    await page.goto("/service");
    await page.route("**/service.data*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await say(page, "第一句");
    await expect(log(page).getByText("发送失败")).toBeVisible();
    await page.unroute("**/service.data*");
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/service.data*", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "重试" }).tap();
    await expect(log(page).getByRole("img", { name: "发送中" })).toHaveCount(1);
    await say(page, "第二句");
    await say(page, "第三句");
    await expect(log(page).getByRole("img", { name: "发送中" })).toHaveCount(3);
    letGo();
    await expect(log(page).getByRole("img", { name: "发送中" })).toHaveCount(0);
    const code = await codeOf(page);
    await runCommand(upstream.db, ["chat", "reply", code, "收到"]);
    await expect(log(page).getByText("收到", { exact: true })).toBeVisible();
    const said = (await bubbles(page)).filter((line) => line.startsWith("第"));
    expect(said).toEqual(["第一句", "第二句", "第三句"]);
    const kept = await runCommand(upstream.db, ["chat", "show", code]);
    expect(kept.match(/第.句/g)).toEqual(["第一句", "第二句", "第三句"]);
  });

  test("while offline the page says so, and recovers by itself", async ({ page, upstream }) => {
    await page.goto("/service");
    await expect(field(page)).toBeVisible();
    await page.route("**/service.data*", (route) => route.abort());
    await expect(page.getByText("网络异常，正在重新连接…")).toBeVisible();
    await runCommand(upstream.db, ["chat", "reply", await codeOf(page), "还在吗"]);
    await page.unroute("**/service.data*");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(log(page).getByText("还在吗")).toBeVisible();
    await expect(page.getByText("网络异常，正在重新连接…")).toHaveCount(0);
  });
});

test("new messages scroll into view unless the reader has scrolled up", async ({
  page,
  upstream,
}) => {
  const code = await codeOf(page);
  const answer = (words: string) => runCommand(upstream.db, ["chat", "reply", code, words]);
  for (let line = 1; line <= 30; line += 1) await answer(`第${line}条回复`);
  await page.clock.install();
  await page.goto("/service");
  await expect(log(page).getByText("第30条回复")).toBeInViewport();
  await answer("第31条回复");
  await untilAsked(page);
  await expect(log(page).getByText("第31条回复")).toBeInViewport();

  await log(page).evaluate((box) => box.scrollBy({ top: -900 }));
  const reading = log(page).getByText("第10条回复");
  await expect(reading).toBeInViewport();
  const before = await reading.boundingBox();
  await answer("第32条回复");
  await untilAsked(page);
  const news = page.getByRole("button", { name: "新消息" });
  await expect(news).toBeVisible();
  // the position is kept at layout, which may be after the message is in the document
  await expect.poll(() => reading.boundingBox()).toEqual(before);
  await news.tap();
  await expect(log(page).getByText("第32条回复")).toBeInViewport();
  await expect(news).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("messages are sent by the form, and the page shows the latest", async ({
    page,
    upstream,
  }) => {
    await page.goto("/service");
    await say(page, "没有脚本也能说");
    await expect(log(page).getByText("没有脚本也能说")).toBeVisible();
    await runCommand(upstream.db, ["chat", "reply", await codeOf(page), "看到了"]);
    await page.reload();
    await expect(log(page).getByText("看到了")).toBeInViewport();
    await page.getByRole("button", { name: "发送", exact: true }).tap();
    await expect(page.getByRole("alert")).toHaveText("请输入内容");
  });

  test("feedback is sent by the form", async ({ page }) => {
    await page.goto("/feed");
    await page.getByRole("button", { name: "提交" }).tap();
    await expect(page.getByRole("alert")).toHaveText("请填写留言");
    await page.getByPlaceholder("请填写留言").fill("很好");
    await page.getByRole("button", { name: "提交" }).tap();
    await expect(page.getByText("感谢您的留言")).toBeVisible();
  });
});

test("the customer service's link opens the chat", async ({ page }) => {
  await page.goto("/chatlink.html");
  await expect(page).toHaveURL(/\/service$/);
  await expect(page.getByRole("heading", { name: "在线客服" })).toBeVisible();
});
