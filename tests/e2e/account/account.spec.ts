import { eq } from "drizzle-orm";
import type { Page } from "playwright/test";
import { ads, members } from "../../../server/upstream/db/schema.ts";
import { grantCoins } from "../../../server/upstream/operator/members.ts";
import { photo } from "../../support/members/forms.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { expect, test } from "../fixtures/site.ts";

const picture = async () => ({ name: "me.jpg", mimeType: "image/jpeg", buffer: await photo() });
const notes = { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };

/** The member code that the page shows. */
const codeOn = async (page: Page) =>
  /\d{8}/.exec((await page.getByText(/^ID：\d{8}$/).textContent()) ?? "")?.[0] ?? "";

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

// Playwright's recorder fetches previews of chosen files, which the policy forbids
test.use({ trace: "off" });

/** A second ad for my page, added first: the last test needs the site's cached ads to have expired. */
let firstAd: typeof ads.$inferSelect | undefined;
let secondAd = 0;

test.beforeAll(async ({ upstream: { db } }) => {
  [firstAd] = await db.select().from(ads).where(eq(ads.group, "user"));
  if (!firstAd) throw new Error("no ad");
  const { id: _, ...another } = { ...firstAd, title: "第二个广告", sort: 9 };
  const [made] = await db.insert(ads).values(another).returning();
  secondAd = made?.id ?? 0;
});
test.afterAll(async ({ upstream: { db } }) => {
  await db.delete(ads).where(eq(ads.id, secondAd));
});

test.describe("my page", () => {
  test("shows the member, copies the number and links to the other pages", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/collengt");
    await page.getByRole("link", { name: "我的", exact: true }).tap();
    await expect(page).toHaveURL(/\/mine$/);
    const code = await codeOn(page);
    await expect(page.getByRole("img", { name: "VIP0" })).toBeVisible();
    await expect(page.getByText("尚未开通VIP")).toBeVisible();
    await expect(page.getByText("0 金币")).toBeVisible();
    await page.getByRole("button", { name: "复制ID" }).tap();
    await expect(page.getByRole("status")).toHaveText("复制成功");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

    await page.getByRole("link", { name: "资金管理" }).tap();
    await expect(page.getByRole("heading", { name: "资金管理" })).toBeVisible();
    await page.getByRole("link", { name: "账单明细" }).tap();
    await expect(page).toHaveURL(/\/order$/);
    await page.getByRole("link", { name: "返回" }).tap();
    await page.getByRole("link", { name: "申请提现" }).tap();
    await expect(page.getByText("可提现金额：0")).toBeVisible();
  });

  test("shows changes made meanwhile without a reload", async ({ page, memberOn, upstream }) => {
    await page.clock.install();
    await page.goto("/mine");
    await (await memberOn(page)).makeVip();
    const code = await codeOn(page);
    await upstream.db.update(members).set({ coins: 12_345 }).where(eq(members.code, code));
    await page.clock.fastForward(10_000);
    await expect(page.getByText("12,345 金币")).toBeVisible();
    await expect(page.getByRole("img", { name: "VIP2" })).toBeVisible();
    await expect(page.getByText(/^剩余1天，\d{4}-\d{2}-\d{2}到期$/)).toBeVisible();
  });
});

test("clearing the cache asks for confirmation, lists what is deleted, and deletes exactly four keys", async ({
  page,
}) => {
  await page.goto("/centersetting");
  await page.evaluate(() => {
    for (const key of ["savedVideos", "videoHistory", "likedVideos"])
      localStorage.setItem(key, "[]");
    localStorage.setItem("searchHistory", JSON.stringify(["海".repeat(400)]));
    localStorage.setItem("signedDates", "{}");
  });
  await page.reload();
  const button = page.getByRole("button", { name: "清除缓存" });
  await expect(button).toContainText("1.2 KB");
  const dialog = page.getByRole("dialog", { name: "清除缓存" });
  await button.tap();
  await expect(dialog).toContainText("搜索历史、播放进度、点赞和收藏标记");
  await dialog.getByRole("button", { name: "取消" }).tap();
  await expect(button).toContainText("1.2 KB");

  await button.tap();
  await dialog.getByRole("button", { name: "确定" }).tap();
  await expect(page.getByRole("status")).toHaveText("清除成功");
  await expect(button).toContainText("0 B");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["signedDates"]);
  for (const [name, href] of [
    ["个人资料", "/setinfo"],
    ["修改密码", "/setpaw"],
    ["切换账号", "/login"],
  ] as const) {
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", href);
  }
});

test.describe("the profile", () => {
  test("is checked, saved, and shown on my page with the new avatar", async ({ page }) => {
    await page.goto("/setinfo");
    await expect(page.getByLabel("用户名")).toHaveAttribute("readonly", "");
    const save = page.getByRole("button", { name: "保存" });
    const nickname = page.getByLabel("昵称");
    for (const [typed, error] of [
      ["", "请输入昵称"],
      ["   ", "请输入昵称"],
      ["风".repeat(21), "昵称不能超过20个字"],
    ] as const) {
      await nickname.fill(typed);
      await save.tap();
      await expect(page.getByText(error)).toBeVisible();
      await expect(nickname).toBeFocused();
      await expect(nickname).toHaveAccessibleDescription(error);
    }
    await nickname.fill("海边的风");
    await page.getByLabel("个性签名").fill("好".repeat(101));
    await save.tap();
    await expect(page.getByLabel("个性签名")).toBeFocused();
    await page.getByLabel("个性签名").fill("看海");

    await page.getByLabel("头像").setInputFiles(await picture());
    await expect(page.locator('img[src^="blob:"]')).toBeVisible();
    await expect(page.getByText("已上传，保存后生效")).toBeVisible();
    await save.tap();
    await expect(page.getByRole("status")).toHaveText("保存成功");
    await expect(page.getByRole("button", { name: "已保存" })).toBeDisabled();
    await nickname.fill("海边的大风");
    await page.getByRole("button", { name: "保存", exact: true }).tap();
    await expect(page.getByRole("button", { name: "已保存" })).toBeVisible();

    await page.goto("/mine");
    await expect(page.getByText("海边的大风")).toBeVisible();
    const orange = page.locator('main img[src^="/image/"]').first();
    await expect
      .poll(() =>
        orange.evaluate((image) => {
          const canvas = document.createElement("canvas");
          canvas.width = canvas.height = 1;
          const pen = canvas.getContext("2d");
          if (image instanceof HTMLImageElement) pen?.drawImage(image, 0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = pen?.getImageData(0, 0, 1, 1).data ?? [];
          return red > 240 && green > 80 && green < 125 && blue < 25;
        }),
      )
      .toBe(true);
  });

  test("an unsaved avatar is not used, and a file that is not a picture is refused", async ({
    page,
  }) => {
    await page.goto("/setinfo");
    await page.getByLabel("头像").setInputFiles(notes);
    await expect(page.getByText("只能上传 JPG、PNG、GIF 或 WebP 图片")).toBeVisible();
    await expect(page.getByRole("button", { name: "重试" })).toHaveCount(0);
    const large = { ...notes, buffer: Buffer.alloc(8 * 1024 * 1024 + 1) };
    await page.getByLabel("头像").setInputFiles(large);
    await expect(page.getByText("图片不能超过 8 MB")).toBeVisible();
    const before = await page.request.get("/member");
    await page.getByLabel("头像").setInputFiles(await picture());
    await expect(page.getByText("已上传，保存后生效")).toBeVisible();
    expect(await (await page.request.get("/member")).text()).toBe(await before.text());
  });

  test.describe("with a bad network", () => {
    test.use({ mayLogErrors: true });

    test("a failed upload can be retried, and the form keeps its values", async ({ page }) => {
      await page.goto("/setinfo");
      await page.route("**/upload", (route) => route.abort());
      await page.getByLabel("头像").setInputFiles(await picture());
      await expect(page.getByText("上传失败")).toBeVisible();
      await page.unroute("**/upload");
      await page.getByRole("button", { name: "重试" }).tap();
      await expect(page.getByText("已上传，保存后生效")).toBeVisible();

      await page.getByLabel("昵称").fill("海边的风");
      await page.route("**/setinfo.data*", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await page.getByRole("button", { name: "保存" }).tap();
      await expect(page.getByRole("alert").filter({ hasText: "网络异常" })).toBeVisible();
      await expect(page.getByLabel("昵称")).toHaveValue("海边的风");
      await page.unroute("**/setinfo.data*");
      await page.getByRole("button", { name: "保存" }).tap();
      await expect(page.getByRole("button", { name: "已保存" })).toBeVisible();
    });
  });
});

test("the records have three tabs, each with its own address", async ({ page, upstream }) => {
  await grantCoins(upstream.db, [await codeOf(page), "20"]);
  await page.goto("/order");
  await expect(page.getByText("暂无记录")).toBeVisible();
  await page.getByRole("link", { name: "金币记录" }).tap();
  await expect(page).toHaveURL(/\/order\?index=1$/);
  await expect(page.getByText("客服赠送")).toBeVisible();
  await expect(page.getByText("+20")).toBeVisible();
  await expect(page.getByRole("link", { name: "金币记录" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await page.reload();
  await expect(page.getByText("客服赠送")).toBeVisible();
  await page.getByRole("link", { name: "提现记录" }).tap();
  await expect(page.getByText("暂无记录")).toBeVisible();
});

test.describe("a withdrawal", () => {
  /** The requests to the site, one for each accepted tap. */
  const sentFrom = (page: Page) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && /\/tx\.data/.test(request.url())) sent.push(request.url());
    });
    return sent;
  };

  test("without an amount is not sent and names the error at the field, one without a code is sent after a warning", async ({
    page,
  }) => {
    await page.goto("/tx");
    const sent = sentFrom(page);
    const amount = page.getByLabel("提现金额");
    for (const typed of ["", "0", "0.0", "-3", "三"]) {
      await amount.fill(typed);
      await page.getByRole("button", { name: "确认提现" }).tap();
      await expect(amount).toHaveAccessibleDescription("请输入金额");
      await expect(amount).toBeFocused();
    }
    expect(sent).toEqual([]);

    await amount.fill("20");
    await page.getByRole("button", { name: "确认提现" }).tap();
    await expect(page.getByText("请上传收款码", { exact: true })).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "可提现金额为0元" })).toBeVisible();
    await expect(page.locator("form").getByText("可提现金额为0元，暂时无法提现")).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test("is sent once, even if its button is tapped repeatedly, and then appears in the records", async ({
    page,
    upstream,
  }) => {
    const code = await codeOf(page);
    await upstream.db.update(members).set({ balance: 10_000 }).where(eq(members.code, code));
    await page.goto("/tx");
    const sent = sentFrom(page);
    await expect(page.getByRole("radio", { name: "微信" })).toBeChecked();
    await page.getByRole("radio", { name: "支付宝" }).check();
    await page.getByLabel("收款码").setInputFiles(await picture());
    await expect(page.getByText("收款码已上传")).toBeVisible();
    await page.getByLabel("提现金额").fill("30");
    const member = page.waitForRequest(/\/member$/);
    await page.getByRole("button", { name: "确认提现" }).evaluate((button) => {
      if (!(button instanceof HTMLButtonElement)) return;
      button.click();
      button.click();
    });
    await expect(page.getByRole("status")).toHaveText("提现申请已提交，请等待审核");
    await member;
    expect(sent).toHaveLength(1);
    await expect(page.getByLabel("提现金额")).toHaveValue("");
    await page.getByRole("link", { name: "提现记录" }).tap();
    await expect(page).toHaveURL(/\/order\?index=2$/);
    await expect(page.getByText("提现到支付宝（审核中）")).toHaveCount(1);
    await expect(page.getByText("-30")).toBeVisible();
  });
});

test.describe("on a narrow phone", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the member's pages, the login and the password page fit", async ({ page, memberOn }) => {
    await (await memberOn(page)).makeVip();
    for (const path of [
      ...["/mine", "/centersetting", "/setinfo", "/agent", "/order", "/tx"],
      ...["/setpaw", "/login"],
    ])
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole("heading").first()).toBeAttached();
        expect(await widthOf(page)).toBeLessThanOrEqual(320);
      });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the profile can be saved, and the records have their tabs", async ({ page }) => {
    await page.goto("/setinfo");
    await page.getByLabel("昵称").fill(" ");
    await page.getByRole("button", { name: "保存" }).tap();
    await expect(page.getByLabel("昵称")).toHaveAccessibleDescription("请输入昵称");
    await page.getByLabel("昵称").fill("海边的风");
    await page.getByRole("button", { name: "保存" }).tap();
    await expect(page.getByRole("status").filter({ hasText: "保存成功" })).toBeVisible();
    await page.goto("/mine");
    await expect(page.getByText("海边的风")).toBeVisible();
    await page.goto("/order");
    await page.getByRole("link", { name: "提现记录" }).tap();
    await expect(page.getByRole("link", { name: "提现记录" })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

  test("a withdrawal is answered within the page", async ({ page }) => {
    await page.goto("/tx");
    await page.getByLabel("提现金额").fill("20");
    await page.getByRole("button", { name: "确认提现" }).tap();
    await expect(page.getByRole("alert").filter({ hasText: "可提现金额为0元" })).toBeVisible();
    await expect(page.getByLabel("提现金额")).toHaveValue("20");
  });
});

test("my page rotates its ads every three seconds and counts a click", async ({ page }) => {
  await expect
    .poll(async () => (await page.request.get("/mine")).text(), {
      timeout: 60_000,
      intervals: [1_000],
    })
    .toContain("第二个广告");
  await page.clock.install();
  await page.goto("/mine");
  const rail = page.getByRole("region", { name: "我的广告" }).getByRole("list");
  await page.clock.fastForward(3_000);
  await expect.poll(() => rail.evaluate((list) => list.scrollLeft)).toBeGreaterThan(100);
  const click = page.waitForRequest(/\/ad\/mine\/[^/]+\/click$/);
  const opened = page.context().waitForEvent("page");
  await page.context().route("https://example.com/**", (route) => route.abort());
  await page.getByRole("link", { name: firstAd?.title ?? "" }).evaluate((link) => {
    if (link instanceof HTMLElement) link.click();
  });
  expect((await click).method()).toBe("POST");
  await (await opened).close();
});
