import { expect, test } from "../fixtures/site.ts";

test.use({ mayLogErrors: true });

test("going offline keeps the member: the chat keeps their avatar", async ({ page, context }) => {
  await page.goto("/service");
  const said = page.getByRole("log", { name: "聊天记录" }).getByRole("listitem");
  const say = async (words: string) => {
    await page.getByPlaceholder("请输入内容").fill(words);
    await page.getByRole("button", { name: "发送", exact: true }).tap();
  };
  await say("第一句");
  await expect(said.first().locator("img")).toBeVisible();
  await context.setOffline(true);
  const asked = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/member"));
  await say("第二句");
  await asked;
  await expect(page.getByText("发送失败")).toBeVisible();
  await expect(said.first().locator("img")).toBeVisible();
});
