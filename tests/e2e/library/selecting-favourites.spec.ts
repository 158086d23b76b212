import { drawn } from "../fixtures/drawn.ts";
import { expect, test } from "../fixtures/site.ts";

const cards = 'a[href^="/videoinfo"]';

test.describe("favourites", () => {
  test("are selected by their cards and removed together after confirmation, and the selection is then cleared", async ({
    page,
    memberOn,
  }) => {
    await page.goto("/collengt");
    await expect(page.getByRole("button", { name: "管理" })).toHaveCount(0);
    const member = await memberOn(page);
    const names = await member.keep("favourite", { count: 5 });
    await page.reload();
    await expect(page.getByText("共5部")).toBeVisible();
    const places = () =>
      page
        .locator("main li")
        .evaluateAll((all) => all.map((item) => JSON.stringify(item.getBoundingClientRect())));
    const before = await places();

    await page.getByRole("button", { name: "管理" }).tap();
    await expect(page.locator(cards)).toHaveCount(0);
    expect(await places()).toEqual(before);
    const remove = page.getByRole("button", { name: /^取消收藏/ });
    await expect(remove).toBeDisabled();
    const box = (name = "") => page.getByRole("checkbox", { name, exact: true });
    await page.locator("main li").nth(1).tap();
    await page.locator("main li").nth(3).tap();
    await page.locator("main li").nth(2).tap();
    await page.locator("main li").nth(2).tap();
    await expect(box(names[1])).toBeChecked();
    await expect(box(names[2])).not.toBeChecked();
    await expect(remove).toHaveText("取消收藏（2）");
    const covered = await page.evaluate(() =>
      document.elementFromPoint(innerWidth / 2, innerHeight - 10)?.closest("nav"),
    );
    expect(covered).toBeNull();

    await remove.tap();
    const dialog = page.getByRole("dialog", { name: "取消收藏" });
    await expect(dialog).toContainText("确定要取消收藏选中的2部影片吗？");
    await dialog.getByRole("button", { name: "取消" }).tap();
    await expect(remove).toHaveText("取消收藏（2）");
    await remove.tap();
    await dialog.getByRole("button", { name: "确定" }).tap();
    await expect(page.getByRole("status")).toHaveText("已取消收藏");
    await expect(page.getByRole("checkbox")).toHaveCount(0);
    await expect(page.locator(cards)).toHaveCount(3);
    await expect(page.getByText("共3部")).toBeVisible();
    const left = [names[0], names[2], names[4]];
    await expect.poll(async () => (await member.kept("favourite")).sort()).toEqual(left.sort());
    await page.reload();
    await expect(page.locator(cards)).toHaveCount(3);

    await page.getByRole("button", { name: "管理" }).tap();
    await page.locator("main li").first().tap();
    await page.getByRole("button", { name: "完成" }).tap();
    await expect(page.locator(cards)).toHaveCount(3);
    await page.getByRole("button", { name: "管理" }).tap();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  });

  test("stored only on this device are also removed, and removing all leaves an empty list", async ({
    page,
    memberOn,
  }) => {
    const member = await memberOn(page);
    await member.keep("favourite", { count: 2 });
    await page.addInitScript(() => {
      if (window.origin === "null" || localStorage.getItem("savedVideos")) return;
      const here = { code: "999", title: "只在本机", cover: "", vip: false, hot: 1, savedAt: 1 };
      localStorage.setItem("savedVideos", JSON.stringify([here]));
    });
    await page.goto("/collengt");
    await page.getByRole("button", { name: "管理" }).tap();
    await page.getByRole("checkbox", { name: "只在本机" }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByRole("checkbox", { name: "只在本机" })).toBeChecked();
    await page.getByRole("button", { name: "全选" }).tap();
    await expect(page.getByRole("button", { name: "取消全选" })).toBeVisible();
    await page.getByRole("button", { name: "取消收藏（3）" }).tap();
    await page.getByRole("button", { name: "确定" }).tap();
    await expect(page.getByText("暂无收藏")).toBeVisible();
    await expect.poll(() => member.kept("favourite")).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("savedVideos"))).toBe("[]");
  });

  test.describe("without a network", () => {
    test.use({ mayLogErrors: true });

    test("reappear after a failed removal, except those removed before", async ({
      page,
      memberOn,
    }) => {
      await (await memberOn(page)).keep("favourite", { count: 4 });
      await page.addInitScript(() => {
        if (window.origin === "null" || localStorage.getItem("savedVideos")) return;
        const here = { code: "999", title: "只在本机", cover: "", vip: false, hot: 1, savedAt: 1 };
        localStorage.setItem("savedVideos", JSON.stringify([here]));
      });
      await page.goto("/collengt");
      const manage = page.getByRole("button", { name: "管理" });
      const confirm = page.getByRole("button", { name: "确定" });
      await manage.tap();
      await page.locator("main li").first().tap();
      await page.getByRole("button", { name: "取消收藏（1）" }).tap();
      await confirm.tap();
      await expect(page.locator(cards)).toHaveCount(4);
      await expect(page.getByRole("status")).toHaveText("已取消收藏");
      await drawn(page);
      await page.route("**/collengt.data*", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await manage.tap();
      await page.getByRole("button", { name: "全选" }).tap();
      await page.getByRole("button", { name: "取消收藏（4）" }).tap();
      await confirm.tap();
      await expect(page.getByRole("alert")).toHaveText("网络异常，请稍后重试");
      await expect(page.locator(cards)).toHaveCount(4);
    });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("buttons that need JavaScript are not shown", async ({ page, memberOn }) => {
    await (await memberOn(page)).keep("favourite", { count: 2 });
    await page.goto("/collengt");
    await expect(page.getByText("共2部")).toBeVisible();
    await expect(page.getByRole("button", { name: "管理" })).toBeHidden();
  });
});

test("the history shows each video's progress on this device", async ({ page, memberOn }) => {
  await (await memberOn(page)).keep("history", { count: 4 });
  await page.goto("/history");
  const rows = page.locator("main li");
  await expect(rows).toHaveCount(4);
  await expect(page.locator("progress")).toHaveCount(0);
  const heights = () =>
    rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  const before = await heights();
  await page.evaluate((selector) => {
    const codes = [...document.querySelectorAll(selector)].map((link) =>
      new URL((link as HTMLAnchorElement).href).searchParams.get("id"),
    );
    const left = [
      { code: codes[0], episode: 0, seconds: 330, length: 660, at: 1 },
      { code: codes[1], episode: 1, seconds: 3_900, length: 7_800, at: 1 },
      { code: codes[2], episode: 0, seconds: 659, length: 660, at: 1 },
    ];
    localStorage.setItem("videoHistory", JSON.stringify(left));
  }, cards);
  await page.reload();
  await expect(rows.nth(0)).toContainText("看至 05:30");
  await expect(rows.nth(1)).toContainText("第2集 1:05:00");
  await expect(rows.nth(2)).toContainText("已看完");
  await expect(rows.nth(3).locator("progress")).toHaveCount(0);
  const shares = await page
    .locator("progress")
    .evaluateAll((all) => all.map((bar) => (bar as HTMLProgressElement).position));
  expect(shares).toEqual([0.5, 0.5, 1]);
  expect(await heights()).toEqual(before);
  const [mark, cover] = await Promise.all([
    rows.nth(0).locator("progress").boundingBox(),
    rows.nth(0).locator("a > span").first().boundingBox(),
  ]);
  expect(mark?.x).toBe(cover?.x);
  expect(mark?.width).toBe(cover?.width);
  expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeCloseTo(
    (cover?.y ?? 0) + (cover?.height ?? 0),
    0,
  );
});
