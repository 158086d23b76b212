import { holdRequests } from "../fixtures/hold-requests.ts";
import { savedVideo } from "../fixtures/saved-video.ts";
import { expect, test } from "../fixtures/site.ts";
import { toastsOn } from "../fixtures/toasts.ts";

const dayHeadings = /^(今天|昨天|\d{4}-\d{2}-\d{2})$/;

test.describe("the gate", () => {
  test("covers the whole screen, with links to membership and home", async ({ page }) => {
    await page.goto("/collengt");
    await page.getByRole("link", { name: "暗网", exact: true }).tap();
    await expect(page.getByText("该内容仅对少数用户开放")).toBeVisible();
    expect(await page.locator('a[href^="/videoinfo"]').count()).toBe(0);
    const unlock = page.getByRole("link", { name: "会员解锁" });
    await expect(unlock).toHaveAttribute("href", "/vip");
    const covered = await page.evaluate(() =>
      document.elementFromPoint(innerWidth / 2, innerHeight - 10)?.closest("nav"),
    );
    expect(covered).toBeNull();
    await page.getByRole("link", { name: "点击离开" }).tap();
    await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
  });

  test("is open to a VIP member, who can load another batch in place", async ({
    page,
    memberOn,
  }) => {
    await (await memberOn(page)).makeVip();
    await page.goto("/publish");
    const shelf = page.locator("section", { has: page.getByRole("heading", { level: 2 }) }).first();
    const links = shelf.locator('a[href^="/videoinfo"]');
    const codes = () => links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const before = await codes();
    expect(before.length).toBeGreaterThan(2);
    const [first, second] = [await links.nth(0).boundingBox(), await links.nth(1).boundingBox()];
    expect(first?.width).toBeGreaterThan(1.8 * (second?.width ?? 0));
    await shelf.getByRole("button", { name: "换一批" }).tap();
    await expect.poll(codes).not.toEqual(before);
    expect(page.url()).toMatch(/\/publish$/);
    await expect(shelf.getByRole("link", { name: "查看更多" })).toHaveAttribute(
      "href",
      /^\/sreinfo\?type=42&sonType=\w+&searchStr=&title=/,
    );
  });
});

test.describe("favourites", () => {
  test("are cleared only after confirmation", async ({ page, memberOn }) => {
    await page.goto("/collengt");
    await expect(page.getByText("暂无收藏")).toBeVisible();
    await expect(page.getByRole("button", { name: "清空收藏" })).toHaveCount(0);

    const member = await memberOn(page);
    await member.keep("favourite", { count: 5 });
    await page.evaluate((here) => {
      localStorage.setItem("savedVideos", JSON.stringify([here, "spoilt"]));
      localStorage.setItem("likedVideos", '["999"]');
    }, savedVideo);
    await page.reload();
    const cards = page.locator('a[href^="/videoinfo"]');
    await expect(cards).toHaveCount(6);
    await expect(cards.filter({ hasText: "只在本机" }).getByLabel("已点赞")).toBeVisible();

    const dialog = page.getByRole("dialog", { name: "确认清空" });
    await page.getByRole("button", { name: "清空收藏" }).tap();
    await expect(dialog).toContainText("确定要清空所有收藏吗？");
    await dialog.getByRole("button", { name: "取消" }).tap();
    await expect(page.getByRole("status")).toHaveText("取消");
    await expect(dialog).toBeHidden();
    await expect(cards).toHaveCount(6);

    await page.getByRole("button", { name: "清空收藏" }).tap();
    await dialog.getByRole("button", { name: "确定" }).tap();
    await expect(page.getByRole("status")).toHaveText("清除成功");
    await expect(page.getByText("暂无收藏")).toBeVisible();
    await expect(page.getByRole("status")).toHaveText("");
    await expect.poll(() => member.kept("favourite")).toEqual([]);
    await page.reload();
    await expect(page.getByText("暂无收藏")).toBeVisible();
  });

  test("Escape cancels", async ({ page, memberOn }) => {
    await (await memberOn(page)).keep("favourite", { count: 1 });
    await page.goto("/collengt");
    await page.getByRole("button", { name: "清空收藏" }).tap();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("status")).toHaveText("取消");
    await expect(page.getByRole("button", { name: "清空收藏" })).toBeFocused();
  });
});

test.describe("without a network", () => {
  test.use({ mayLogErrors: true });

  test("favourites that could not be cleared reappear", async ({ page, memberOn }) => {
    await (await memberOn(page)).keep("favourite", { count: 3 });
    await page.goto("/collengt");
    await page.evaluate(
      (videos) => localStorage.setItem("savedVideos", videos),
      JSON.stringify([savedVideo]),
    );
    await page.reload();
    await page.route("**/collengt.data*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.getByRole("button", { name: "清空收藏" }).tap();
    await page.getByRole("button", { name: "确定" }).tap();
    await expect(page.getByRole("alert")).toHaveText("网络异常，请稍后重试");
    await expect(page.locator('a[href^="/videoinfo"]')).toHaveCount(4);
    await expect(page.getByRole("link", { name: "只在本机" })).toBeVisible();
  });
});

test("the history loads more near its end, can be cleared, and stays cleared", async ({
  page,
  memberOn,
}) => {
  await page.goto("/history");
  await expect(page.getByText("暂无浏览历史")).toBeVisible();
  await (await memberOn(page)).keep("history", { count: 24, hoursApart: 9 });
  await page.reload();
  const rows = page.locator('main a[href^="/videoinfo"]');
  await expect(page.getByRole("heading", { name: "今天" })).toBeVisible();
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return rows.count();
    })
    .toBe(24);
  await expect(page.getByText("没有更多了")).toBeVisible();
  const days = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(days.every((day) => dayHeadings.test(day))).toBe(true);
  expect(new Set(days).size).toBe(days.length);

  const toasts = await toastsOn(page);
  const dialog = page.getByRole("dialog", { name: "确认清空" });
  await page.getByRole("button", { name: "清空历史" }).tap();
  await expect(dialog).toContainText("确定要清空历史记录吗？");
  await dialog.getByRole("button", { name: "取消" }).tap();
  await expect.poll(toasts).toEqual(["取消"]);
  await expect(rows).toHaveCount(24);

  const letGo = await holdRequests(page, /\/history\.data/);
  await page.getByRole("button", { name: "清空历史" }).tap();
  await dialog.getByRole("button", { name: "确定" }).tap();
  await expect(page.getByText("暂无浏览历史")).toBeVisible();
  // no success message before the answer
  expect(await toasts()).not.toContain("历史记录清除成功");
  letGo();
  await expect.poll(toasts).toContain("历史记录清除成功");
  await page.reload();
  await expect(page.getByText("暂无浏览历史")).toBeVisible();
});

test("rows that the visitor may no longer see lead to a page that explains why", async ({
  page,
  memberOn,
}) => {
  const member = await memberOn(page);
  await member.makeVip();
  await page.goto("/sreinfo?type=42&sonType=&searchStr=&title=x");
  await expect(page.locator('main a[href^="/videoinfo"]')).not.toHaveCount(0);
  await member.endVip();
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return new URL(page.url()).pathname;
    })
    .toBe("/publish");
  await expect(page.getByText("该内容仅对少数用户开放")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("favourites are cleared after a confirmation step", async ({ page, memberOn }) => {
    await page.goto("/collengt");
    await expect(page.getByText("暂无收藏")).toBeVisible();
    const member = await memberOn(page);
    await member.keep("favourite", { count: 4 });
    await page.goto("/collengt");
    const cards = page.locator('a[href^="/videoinfo"]');
    await expect(cards).toHaveCount(4);

    const dialog = page.getByRole("dialog", { name: "确认清空" });
    await page.getByRole("button", { name: "清空收藏" }).tap();
    await dialog.getByRole("link", { name: "取消" }).tap();
    await expect(dialog).toHaveCount(0);
    await expect(cards).toHaveCount(4);

    await page.getByRole("button", { name: "清空收藏" }).tap();
    await dialog.getByRole("button", { name: "确定" }).tap();
    await expect(page.getByText("清除成功")).toBeVisible();
    await expect(page.getByText("暂无收藏")).toBeVisible();
    expect(await member.kept("favourite")).toEqual([]);
  });

  test("the hidden section changes a shelf's batch by a form", async ({ page, memberOn }) => {
    await page.goto("/publish");
    await expect(page.getByText("该内容仅对少数用户开放")).toBeVisible();
    await (await memberOn(page)).makeVip();
    await page.goto("/publish");
    const first = page.locator('a[href^="/videoinfo"]').first();
    const before = await first.getAttribute("href");
    await page.getByRole("button", { name: "换一批" }).first().tap();
    await expect(page).toHaveURL(/shelf=\w+&batch=2/);
    await expect(first).not.toHaveAttribute("href", before ?? "");
  });
});
