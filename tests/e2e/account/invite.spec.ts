import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { invites } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { readQrCode } from "../../support/browser/qr.ts";
import { registerDevice } from "../../support/upstream/device.ts";
import { painted } from "../fixtures/drawn.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { expect, skipFirstVisit, test } from "../fixtures/site.ts";

const qrCode = (page: Page) => page.getByRole("img", { name: "邀请二维码" });

/** Reads the QR code from the screen as soon as it is drawn. */
const decoded = (page: Page) =>
  expect.poll(async () => readQrCode(await qrCode(page).screenshot()));

/** Possible avatars: dark, bright, and a checkered one that looks like a QR code. */
const avatars = {
  dark: "<rect width='90' height='90' fill='#000'/>",
  bright: "<rect width='90' height='90' fill='#fff'/>",
  checkered: Array.from({ length: 81 }, (_, at) => at)
    .map(
      (at) =>
        `<rect x='${(at % 9) * 10}' y='${Math.floor(at / 9) * 10}' width='10' height='10' fill='${at % 2 ? "#000" : "#fff"}'/>`,
    )
    .join(""),
};
const drawn = (art: string) =>
  sharp(Buffer.from(`<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'>${art}</svg>`))
    .png()
    .toBuffer();

for (const deviceScaleFactor of [1, 2, 3])
  test(`the QR code stays readable around any avatar, light or dark, at ${deviceScaleFactor} pixels per point`, async ({
    browser,
    site,
    userAgent,
  }) => {
    await using context = await browser.newContext({
      baseURL: site.url,
      userAgent,
      deviceScaleFactor,
      viewport: { width: 320, height: 800 },
    });
    await skipFirstVisit(context, site.url);
    const page = await context.newPage();
    const link = `${site.url}/?id=${await codeOf(page)}`;
    for (const art of Object.values(avatars)) {
      const body = await drawn(art);
      await page.unroute("**/image/**");
      await page.route("**/image/**", (route) => route.fulfill({ body, contentType: "image/png" }));
      await page.goto("/share");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await decoded(page).toBe(link);
      }
    }
  });

test("the invitation is a 110-pixel QR code of the member's link, which can be copied, shared and saved as a picture", async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // desktop Chromium has no share sheet; the page only checks that the function exists
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (what: ShareData) => Object.assign(window, { shared: what }),
    });
  });
  await page.goto("/share");
  const code = await codeOf(page);
  const link = `${site.url}/?id=${code}`;
  await expect(page.getByText(link)).toBeVisible();
  await expect(page.getByText("邀请码")).toContainText(code);
  await expect(page.getByText("好友点击链接，立即获得1天VIP")).toBeVisible();
  const box = await qrCode(page).boundingBox();
  expect([box?.width, box?.height]).toEqual([110, 110]);
  await decoded(page).toBe(link);

  await page.getByRole("button", { name: "复制链接" }).tap();
  await expect(page.getByRole("status")).toHaveText("复制成功");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await page.getByRole("button", { name: "分享" }).tap();
  expect(
    await page
      .evaluate(() => ({ ...window }) as { shared?: ShareData })
      .then(({ shared }) => shared?.url),
  ).toBe(link);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "保存二维码" }).tap(),
  ]);
  await expect(page.getByRole("status")).toHaveText("图片已保存");
  expect(download.suggestedFilename()).toMatch(/^橙影-\d{8}\.png$/);
  expect(await readQrCode(await readFile(await download.path()))).toBe(link);
});

test("the list of invited people loads more near its end", async ({ page, upstream }) => {
  await page.goto("/codelist");
  await expect(page.getByText("暂无记录")).toBeVisible();
  await expect(page.getByRole("link", { name: "去邀请好友" })).toHaveAttribute("href", "/share");
  const [inviter] = await upstream.db
    .select()
    .from(members)
    .where(eq(members.code, await codeOf(page)));
  for (let index = 0; index < 23; index += 1) {
    const guest = await registerDevice(upstream, `browser-guest-${index}`);
    const [invited] = await upstream.db.select().from(members).where(eq(members.code, guest.code));
    await upstream.db.insert(invites).values({
      inviterId: inviter?.id ?? 0,
      invitedId: invited?.id ?? 0,
      createdAt: new Date("2025-06-15T15:30:00Z"),
    });
  }
  await page.setViewportSize({ width: 390, height: 500 });
  await page.reload();
  const rows = page.getByRole("listitem");
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText("2025-06-15 23:30:00");
  await expect(rows.first()).toContainText("+1天");
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/rows/invited")) asked += 1;
  });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight - innerHeight - 60));
  await painted(page);
  expect(asked).toBe(0);
  await expect(rows).toHaveCount(10);
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return rows.count();
    })
    .toBe(23);
  await expect(page.getByText("没有更多了")).toBeVisible();
});

test("a friend who follows the link becomes one guest after confirming their age, and earns a day of VIP at once", async ({
  page,
  browser,
  site,
  upstream,
  userAgent,
}) => {
  const guests = async () => (await upstream.db.select().from(members)).length;
  await page.goto("/share");
  const link = await page.getByText(/\/\?id=\d{8}$/).innerText();
  const before = await guests();

  await using context = await browser.newContext({ userAgent });
  const friend = await context.newPage();
  await friend.goto(link);
  await friend.getByRole("button", { name: "我已年满18岁，进入" }).click();
  await expect.poll(guests).toBe(before + 1);
  await page.goto("/codelist");
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("+1天")).toBeVisible();

  await friend.goto(`${site.url}/mine`);
  await expect(friend.getByText(/^游客\d+/)).toBeVisible();
  await friend.goto(link);
  await expect(friend.getByRole("link", { name: "影视搜索" })).toBeVisible();
  expect(await guests()).toBe(before + 1);
});
