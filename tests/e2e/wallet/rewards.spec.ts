import { eq } from "drizzle-orm";
import { watchDays } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { shanghaiDate } from "../../../server/upstream/domain/shanghai-time.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { expect, test } from "../fixtures/site.ts";

const today = () => shanghaiDate(new Date());

test("checking in gives the day's reward once, and the button shows that it is done", async ({
  page,
}) => {
  await page.goto("/sign");
  const cells = page.getByRole("listitem");
  const rewards = ["+1金币", "+1金币", "+1天VIP", "+2金币", "+2金币", "+3金币", "+3天VIP"];
  for (const [index, reward] of rewards.entries())
    await expect(cells.nth(index)).toContainText(reward);
  await expect(page.getByText("已连续签到0天")).toBeVisible();

  await page.getByRole("button", { name: "立即签到" }).tap();
  await expect(page.getByRole("status")).toHaveText("签到成功，获得1金币");
  await expect(page.getByRole("button", { name: "今日已签到" })).toBeDisabled();
  await expect(
    page.getByText("我的金币").locator("..").getByText("1", { exact: true }),
  ).toBeVisible();
  await expect(cells.first().getByRole("img", { name: "已签到" })).toBeVisible();
  await expect(page.getByText("已连续签到1天")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "今日已签到" })).toBeDisabled();
});

test("a check-in on another device is reported and counts here, too", async ({
  page,
  context,
  browser,
  site,
  userAgent,
}) => {
  await page.goto("/sign");
  await using elsewhere = await browser.newContext({
    baseURL: site.url,
    userAgent,
    storageState: await context.storageState(),
  });
  const other = await elsewhere.newPage();
  await other.goto("/sign");
  await other.getByRole("button", { name: "立即签到" }).click();
  await expect(other.getByRole("button", { name: "今日已签到" })).toBeVisible();
  await page.getByRole("button", { name: "立即签到" }).tap();
  await expect(page.getByRole("alert")).toHaveText("今日已经打过卡了,明天再来吧...");
  await expect(page.getByRole("button", { name: "今日已签到" })).toBeDisabled();
});

test("a tap claims the daily login, which this device stores only for that member; the other tasks link to their pages", async ({
  page,
  context,
}) => {
  await page.goto("/sign");
  const task = page.getByRole("listitem").filter({ hasText: "每日登录" });
  await task.getByRole("button", { name: "待领取" }).tap();
  await expect(page.getByRole("status")).toHaveText("领取成功");
  await expect(task.getByText("已领取")).toBeVisible();
  await page.reload();
  await expect(task.getByText("已领取")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await task.getByRole("button", { name: "待领取" }).tap();
  await expect(page.getByRole("alert")).toHaveText("今日已经签到过了");
  await expect(task.getByText("已领取")).toBeVisible();

  await context.clearCookies({ name: "visitor" });
  await page.reload();
  await expect(task.getByRole("button", { name: "待领取" })).toBeVisible();

  const other = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(other("首次充值VIP").getByRole("link")).toHaveAttribute("href", "/vip");
  await other("邀请好友").getByRole("link").tap();
  await expect(page.getByRole("heading", { name: "邀请好友" })).toBeVisible();
});

test("watching enough pays once a day", async ({ page, upstream }) => {
  await page.goto("/sign");
  const task = page.getByRole("listitem").filter({ hasText: "观看视频20分钟" });
  await task.getByRole("button", { name: "待领取" }).tap();
  await expect(page.getByRole("alert")).toHaveText("您的观看时间未达到");
  await expect(task.getByRole("button", { name: "待领取" })).toBeEnabled();

  const code = await codeOf(page);
  const [member] = await upstream.db.select().from(members).where(eq(members.code, code));
  await upstream.db.insert(watchDays).values({
    memberId: member?.id ?? 0,
    date: today(),
    seconds: 1_200,
    countedAt: new Date(),
  });
  await task.getByRole("button", { name: "待领取" }).tap();
  await expect(page.getByRole("status")).toHaveText("领取成功");
  await page.reload();
  await task.getByText("已领取").tap();
  await expect(page.getByRole("status")).toHaveText("您已经领取过了");
  expect(await page.evaluate(() => localStorage.getItem("vipVideoDate"))).toBe(
    JSON.stringify({ [today()]: [code] }),
  );
});

test.describe("in Los Angeles", () => {
  test.use({ timezoneId: "America/Los_Angeles" });

  test("the day is Shanghai's", async ({ page }) => {
    await page.goto("/sign");
    await page.getByRole("button", { name: "立即签到" }).tap();
    await expect(page.getByRole("button", { name: "今日已签到" })).toBeVisible();
    const signed = await page.evaluate(() => localStorage.getItem("signedDates"));
    expect(Object.keys(JSON.parse(signed ?? "{}"))).toEqual([today()]);
  });
});

test.describe("without a network", () => {
  test.use({ mayLogErrors: true });

  test("nothing is claimed, and an error is shown", async ({ page }) => {
    await page.goto("/sign");
    await expect(page.getByRole("button", { name: "立即签到" })).toBeVisible();
    await page.route("**/sign.data*", (route) => route.abort());
    await page.getByRole("button", { name: "立即签到" }).tap();
    await expect(page.getByRole("alert")).toHaveText("网络异常，请稍后重试");
    await expect(page.getByRole("button", { name: "立即签到" })).toBeEnabled();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("checking in and claiming work", async ({ page }) => {
    await page.goto("/sign");
    await page.getByRole("button", { name: "立即签到" }).tap();
    await expect(page.getByText("签到成功，获得1金币")).toBeVisible();
    await expect(page.getByRole("button", { name: "今日已签到" })).toBeDisabled();
    await page.getByRole("button", { name: "待领取" }).first().tap();
    await expect(page.getByText("领取成功")).toBeVisible();
  });
});
