import type { Page } from "playwright/test";
import sharp from "sharp";
import { expect, test } from "../fixtures/site.ts";

const log = (page: Page) => page.getByRole("log", { name: "聊天记录" });

const photo = async (width = 800, height = 1_200) => ({
  name: "photo.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width, height, channels: 3, background: "#357" } })
    .jpeg()
    .toBuffer(),
});

test("a chosen picture is sent at once, and a tap enlarges it", async ({ page }) => {
  await page.goto("/service");
  await page.getByLabel("发送图片").setInputFiles(await photo());
  const picture = log(page).getByRole("img", { name: "图片消息" });
  await expect(picture).toHaveAttribute("src", /^\/image\//);
  await expect(picture).toHaveCount(1);
  expect((await picture.boundingBox())?.width).toBe(160);
  await picture.tap();
  const large = page.getByRole("dialog", { name: "查看图片" });
  await expect(large.getByRole("img")).toBeVisible();
  expect((await large.boundingBox())?.height).toBe(844);
  await large.getByRole("button", { name: "关闭" }).tap();
  await expect(large).toBeHidden();
  await page.getByLabel("发送图片").setInputFiles({
    name: "cat.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("no picture at all"),
  });
  await expect(log(page).getByText("只能上传 JPG、PNG、GIF 或 WebP 图片")).toBeVisible();
  await page.getByPlaceholder("请输入内容").fill("还能说话");
  await page.getByRole("button", { name: "发送", exact: true }).tap();
  await expect(log(page).getByRole("img", { name: "发送中" })).toHaveCount(0);
  await page.reload();
  await expect(log(page).getByText("还能说话")).toBeVisible();
});
