import { eq } from "drizzle-orm";
import type { Locator, Page } from "playwright/test";
import { members } from "../../../server/upstream/db/schema.ts";
import { runCommand } from "../../../server/upstream/operator/commands.ts";
import { painted } from "../fixtures/drawn.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { expect, test } from "../fixtures/site.ts";

/** Presses a button twice, the second time before the first submit is answered. */
async function pressRepeatedly(page: Page, button: Locator) {
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await pressed;
    await route.continue();
  });
  // an element handle, because the button's name may change when it is pressed
  const element = await button.elementHandle();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  // as on a slow phone, React renders only after both presses: its scheduler's messages are held
  await element?.evaluate((node) => {
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      held.push(() => post.apply(this, message));
    };
    Object.assign(window, {
      drawAgain() {
        MessagePort.prototype.postMessage = post;
        for (const go of held) go();
      },
    });
    if (node instanceof HTMLButtonElement) node.click();
  });
  await sent;
  await element?.evaluate((node) => node instanceof HTMLButtonElement && node.click());
  await page.evaluate("drawAgain()");
  await painted(page);
  answer();
}

/** Records the requests to an address from now on. */
function sentTo(page: Page, address: string): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes(`${address}.data`))
      sent.push(request.postData() ?? "");
  });
  return sent;
}

const count = (text: string, part: string) => text.split(part).length - 1;

test.describe("a button pressed twice quickly", () => {
  test("makes one withdrawal", async ({ page, upstream }) => {
    const code = await codeOf(page);
    await upstream.db.update(members).set({ balance: 10_000 }).where(eq(members.code, code));
    await page.goto("/tx");
    const sent = sentTo(page, "/tx");
    await page.getByLabel("提现金额").fill("30");
    await pressRepeatedly(page, page.getByRole("button", { name: "确认提现" }));
    await expect(page.getByText("请上传收款码").first()).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test("sends one feedback", async ({ page, upstream }) => {
    await page.goto("/feed");
    await page.getByRole("textbox").fill("只说一次");
    const sent = sentTo(page, "/feed");
    await pressRepeatedly(page, page.getByRole("button", { name: "提交" }));
    await expect(page.getByRole("status")).toHaveText("感谢您的留言");
    expect(sent).toHaveLength(1);
    await expect(page).not.toHaveURL(/feed/);
    expect(count(await runCommand(upstream.db, ["feedback", "list"]), "只说一次")).toBe(1);
  });

  test("sends one report", async ({ page, upstream }) => {
    await page.goto("/videoinfo?id=100302");
    await page.getByRole("button", { name: "举报" }).tap();
    const sheet = page.getByRole("dialog", { name: "举报" });
    await sheet.getByRole("radio", { name: "涉及未成年人" }).check();
    await sheet.getByRole("textbox").fill("只报一次");
    const sent = sentTo(page, "/report");
    await pressRepeatedly(page, sheet.getByRole("button", { name: "提交" }));
    await expect(page.getByRole("status")).toHaveText("已收到举报，我们会尽快处理");
    expect(sent).toHaveLength(1);
    expect(count(await runCommand(upstream.db, ["report", "list"]), "只报一次")).toBe(1);
  });

  test("checks in once and shows the reward", async ({ page }) => {
    await page.goto("/sign");
    const sent = sentTo(page, "/sign");
    await pressRepeatedly(page, page.getByRole("button", { name: "立即签到" }));
    await expect(page.getByRole("status")).toContainText("1金币");
    await expect(page.getByRole("button", { name: "今日已签到" })).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test("changes the password once", async ({ page }) => {
    await page.goto("/setpaw");
    const sent = sentTo(page, "/setpaw");
    for (const name of ["新密码", "确认密码"])
      await page.getByLabel(name, { exact: true }).fill("abcdef");
    await pressRepeatedly(page, page.getByRole("button", { name: "保存", exact: true }));
    await expect(page).toHaveURL(/\/login$/);
    expect(sent).toHaveLength(1);
  });
});

test.describe("a submit that fails offline and fails again on a retry", () => {
  test.use({ mayLogErrors: true });
  const cutOff = (page: Page, address: string) =>
    page.route(`**${address}.data*`, (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );

  test("shows the error again: a message can be retried, and is sent when the network is back", async ({
    page,
  }) => {
    await page.goto("/service");
    await cutOff(page, "/service");
    await page.getByPlaceholder("请输入内容").fill("听得到吗");
    await page.getByPlaceholder("请输入内容").press("Enter");
    const retry = page.getByRole("log").getByRole("button", { name: "重试" });
    await retry.tap();
    await expect(page.getByRole("log").getByText("发送失败")).toBeVisible();
    await page.unroute("**/service.data*");
    await retry.tap();
    await expect(retry).toHaveCount(0);
    await expect(page.getByRole("log").getByRole("img", { name: "发送中" })).toHaveCount(0);
  });

  test("keeps the hidden section unchanged: another batch", async ({ page, memberOn }) => {
    await (await memberOn(page)).makeVip();
    await page.goto("/publish");
    const shelf = page.locator("section", { has: page.getByRole("heading", { level: 2 }) }).first();
    const videos = await shelf.locator('a[href^="/videoinfo"]').count();
    await page.route("**/rows/hidden*", (route) => route.abort());
    for (const attempt of [1, 2]) {
      await shelf.getByRole("button", { name: "换一批" }).tap();
      await expect(shelf.getByRole("alert"), `attempt ${attempt}`).toHaveText(
        "网络异常，请稍后重试",
      );
    }
    await expect(shelf.locator('a[href^="/videoinfo"]')).toHaveCount(videos);
  });

  test("shows the error again: a claim", async ({ page }) => {
    await page.goto("/sign");
    await cutOff(page, "/sign");
    const alert = page.getByRole("alert").filter({ hasText: "网络异常，请稍后重试" });
    for (const attempt of [1, 2]) {
      await page.getByRole("button", { name: "立即签到" }).tap();
      await expect(alert, `attempt ${attempt}`).toBeVisible();
      await expect(alert).toHaveCount(0);
    }
  });
});
