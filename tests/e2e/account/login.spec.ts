import { readFileSync } from "node:fs";
import jsQr from "jsqr";
import type { Browser, BrowserContext, Page } from "playwright/test";
import sharp from "sharp";
import { accountOf } from "../../support/members/accounts.ts";
import { loginTable, passwordTable } from "../../support/members/form-tables.ts";
import { drawn, memberAnswer } from "../fixtures/drawn.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, test as knownTest, skipFirstVisit } from "../fixtures/site.ts";
import { toastsOn } from "../fixtures/toasts.ts";

type Account = Awaited<ReturnType<typeof accountOf>>;

const poll = async (page: Page) =>
  /"code":"(\d+)"/.exec(await (await page.request.get("/member")).text())?.[1];

const test = knownTest.extend<{ accountOn: (page: Page) => Promise<Account> }>({
  accountOn: async ({ upstream }, use) => {
    await use(async (page) => accountOf(upstream.db, await poll(page)));
  },
});

/** The guest of another phone, with the account's credentials. */
async function otherGuest(
  browser: Browser,
  url: string,
  accountOn: (page: Page) => Promise<Account>,
) {
  await using context = await browser.newContext({ baseURL: url });
  await skipFirstVisit(context, url);
  const { member } = await accountOn(await context.newPage());
  return member;
}

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);

async function fill(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    if (await field(page, name).isEditable()) await field(page, name).fill(value);
  }
}

async function expectWrong(page: Page, name: string, message: string) {
  await expect(field(page, name)).toBeFocused();
  await expect(field(page, name)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, name)).toHaveAccessibleDescription(message);
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
}

const posts = (context: BrowserContext) => {
  const sent: string[] = [];
  context.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  return sent;
};

test.describe("the login", () => {
  test("slides behind the form, silently; reports one missing field at a time without a request, can show the password, and opens customer service in a new window", async ({
    page,
    context,
  }) => {
    const sent = posts(context);
    await page.goto("/login");
    const video = page.locator("video");
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0.5);
    expect(
      await video.evaluate(({ muted, loop, playsInline }: HTMLVideoElement) => [
        muted,
        loop,
        playsInline,
      ]),
    ).toEqual([true, true, true]);
    expect(readFileSync("public/login.mp4").length).toBeLessThan(300_000);

    for (const row of loginTable) {
      if (!row.message || !row.field) continue;
      await fill(page, row.fields);
      await page.getByRole("button", { name: "登录" }).tap();
      await expectWrong(page, row.field, row.message);
    }
    expect(sent).toEqual([]);

    const password = page.getByPlaceholder("请输入密码");
    const eye = page.getByRole("button", { name: "显示密码" });
    await expect(password).toHaveAttribute("type", "password");
    await eye.tap();
    await expect(password).toHaveAttribute("type", "text");
    await expect(eye).toHaveAttribute("aria-pressed", "true");
    const service = page.getByRole("link", { name: "忘记密码？联系客服" });
    await expect(service).toHaveAttribute("target", "_blank");
    await expect(page.getByText("未满18岁禁止注册")).toBeVisible();
  });

  test("logs in to a guest's account on another phone, shows a message on the home page, and keeps the device's storage", async ({
    page,
    browser,
    site,
    accountOn,
  }) => {
    const other = await otherGuest(browser, site.url, accountOn);
    await page.goto("/login");
    await page.evaluate(() => localStorage.setItem("searchHistory", '["海边"]'));
    await page.getByPlaceholder("请输入账号").fill(other.name);
    await page.getByPlaceholder("请输入密码").fill("wrong");
    await page.getByRole("button", { name: "登录" }).tap();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText("账号或密码错误");
    await expect(page.getByPlaceholder("请输入账号")).toHaveValue(other.name);

    await page.getByPlaceholder("请输入密码").fill(other.temporaryPassword);
    const toasts = await toastsOn(page);
    await page.getByRole("button", { name: "登录" }).tap();
    await expect.poll(toasts).toContain("登录成功");
    await expect(page).toHaveURL("/");
    expect(await poll(page)).toBe(other.code);
    expect(await page.evaluate(() => localStorage.getItem("searchHistory"))).toBe('["海边"]');
  });

  test("shows the next member nothing of the previous member's lists", async ({
    page,
    browser,
    site,
    accountOn,
    memberOn,
  }) => {
    const other = await otherGuest(browser, site.url, accountOn);
    const [seen = ""] = await (await memberOn(page)).keep("history", { count: 2 });
    await page.goto("/history");
    await expect(page.getByText(seen)).toBeVisible();
    await page.evaluate(() => {
      history.pushState({ idx: 1, key: "next" }, "", "/login");
      dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    });
    await page.getByPlaceholder("请输入账号").fill(other.name);
    await page.getByPlaceholder("请输入密码").fill(other.temporaryPassword);
    await page.getByRole("button", { name: "登录" }).tap();
    await expect(page.getByText("登录成功", { exact: true })).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL("/history");
    await expect(page.getByText("暂无浏览历史")).toBeVisible();
    await expect(page.getByText(seen)).toHaveCount(0);
  });

  test("shows a still picture with reduced motion or save-data", async ({ browser, site }) => {
    await using quiet = await browser.newContext({ baseURL: site.url, reducedMotion: "reduce" });
    await using saving = await browser.newContext({ baseURL: site.url });
    await saving.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    for (const context of [quiet, saving]) {
      const page = await context.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.goto("/login");
      await expect.poll(() => asked).toContain("/login.webp");
      await drawn(page);
      expect(asked).not.toContain("/login.mp4");
    }
  });
});

test.describe("without scripts", () => {
  // the browser logs an error for every response with status 400
  test.use({ javaScriptEnabled: false, mayLogErrors: true });

  test("login and password change are confirmed", async ({ page, browser, site, accountOn }) => {
    const other = await otherGuest(browser, site.url, accountOn);
    await page.goto("/login");
    await page.getByRole("button", { name: "登录" }).tap();
    await expectWrong(page, "account", "请输入账号");
    await fill(page, { account: other.name, password: other.temporaryPassword });
    await page.getByRole("button", { name: "登录" }).tap();
    await expect(page.getByText("登录成功", { exact: true })).toBeVisible();

    await page.goto("/setpaw");
    await fill(page, { newPassword: "abcdef", confirmPassword: "abcdeg" });
    await page.getByRole("button", { name: "保存" }).tap();
    await expectWrong(page, "confirmPassword", "两次输入的密码不一致");
    await fill(page, { newPassword: "abcdef", confirmPassword: "abcdef" });
    await page.getByRole("button", { name: "保存" }).tap();
    await expect(page.getByText("修改成功", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe("a new password", () => {
  test("is validated field by field in the specified order, without a request", async ({
    page,
    context,
    accountOn,
  }) => {
    const { choosePassword } = await accountOn(page);
    await choosePassword("chosen");
    const sent = posts(context);
    await page.goto("/setpaw");
    for (const row of passwordTable) {
      if (!row.message || !row.field) continue;
      await fill(page, row.fields);
      const save = page.getByRole("button", { name: "保存", exact: true });
      // so that only the answer to this row moves the focus to its field
      await save.focus();
      await save.tap();
      await expectWrong(page, row.field, row.message);
    }
    expect(sent).toEqual([]);
  });

  test("has show buttons on all three fields, and the temporary password read-only in the first", async ({
    page,
    accountOn,
  }) => {
    const { member } = await accountOn(page);
    await page.goto("/setpaw");
    const old = page.getByLabel("原密码", { exact: true });
    await expect(old).toHaveValue(member.temporaryPassword);
    await expect(old).not.toBeEditable();
    for (const label of ["原密码", "新密码", "确认密码"]) {
      const input = page.getByLabel(label, { exact: true });
      await expect(input).toHaveAttribute("type", "password");
      await page.getByRole("button", { name: `显示${label}` }).tap();
      await expect(input).toHaveAttribute("type", "text");
    }
  });

  test("is announced immediately, and then the login page replaces the page", async ({
    page,
    accountOn,
  }) => {
    await accountOn(page);
    await page.goto("/login");
    await page.goto("/setpaw");
    const entries = await page.evaluate(() => history.length);
    const letGo = await holdRequests(page, /\/setpaw\.data/);
    const answer = page.waitForResponse(/\/setpaw\.data/);
    await fill(page, { newPassword: "abcdef", confirmPassword: "abcdef" });
    await page.getByRole("button", { name: "保存", exact: true }).tap();
    await expect(page.getByText("修改成功", { exact: true })).toBeVisible();
    letGo();
    await answer;
    await expect(page).toHaveURL("/login");
    expect(await page.evaluate(() => history.length)).toBe(entries);
    expect(await poll(page)).toBeUndefined();
  });

  test("that the server refuses shows the error, and the page stays", async ({
    page,
    accountOn,
  }) => {
    const { choosePassword } = await accountOn(page);
    await page.goto("/setpaw");
    await choosePassword("chosen-elsewhere");
    await fill(page, { newPassword: "abcdef", confirmPassword: "abcdef" });
    await page.getByRole("button", { name: "保存", exact: true }).tap();
    await expect(page.getByText("原密码错误", { exact: true })).toBeVisible();
    await expect(page.getByText("修改成功", { exact: true })).toHaveCount(0);
    await expect(page).toHaveURL("/setpaw");
  });
});

test.describe("a guest's credentials", () => {
  test("are shown, copied and saved as a picture", async ({ page, context, accountOn }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { member } = await accountOn(page);
    await page.goto("/setpaw");
    const card = page.getByRole("region", { name: "游客账号" });
    await expect(card.getByText(member.name)).toBeVisible();
    await expect(card.getByText(member.temporaryPassword)).toBeHidden();
    await card.getByText("显示", { exact: true }).tap();
    await expect(card.getByText(member.temporaryPassword)).toBeVisible();
    await card.getByRole("button", { name: "复制" }).tap();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `账号：${member.name} 密码：${member.temporaryPassword}`,
    );
    const download = page.waitForEvent("download");
    await card.getByRole("button", { name: "保存图片" }).tap();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`游客账号-${member.name}.png`);
    expect(await codeIn(readFileSync(await file.path()))).toMatch(
      new RegExp(`^http://[^/]+/login\\?account=${member.name}$`),
    );
  });
});

/** The text of a QR code in a picture. */
async function codeIn(png: Buffer) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test.describe("an ended session", () => {
  // the browser logs an error for every response with status 401
  test.use({ mayLogErrors: true });
  const expired = "登录已过期，请重新登录";

  const expectEnding = async (page: Page, text = expired, milliseconds = 3_000) => {
    await expect(page.getByText(text)).toBeVisible();
    await page.clock.fastForward(milliseconds);
    await expect(page).toHaveURL("/login");
    await expect(page.getByText(text)).toHaveCount(0);
  };

  test("is announced on a document for three seconds, then redirects to the login", async ({
    page,
    accountOn,
  }) => {
    const { end } = await accountOn(page);
    await end.expired();
    await page.clock.install();
    await page.goto("/history");
    await expect(page.getByText(expired)).toBeVisible();
    await page.clock.fastForward(1_500);
    await expectEnding(page, expired, 1_500);
  });

  test("is announced after a client navigation and after an action", async ({
    page,
    accountOn,
  }) => {
    const { end, member } = await accountOn(page);
    await page.clock.install();
    const known = memberAnswer(page);
    await page.goto("/");
    await known;
    await end.password();
    await page.getByRole("link", { name: "收藏", exact: true }).tap();
    await expectEnding(page, "该账号已在别处登录，请重新登录");
    await page.getByRole("button", { name: "以游客身份继续" }).tap();
    await expect(page).toHaveURL("/");
    await expect.poll(() => poll(page)).toMatch(/^\d{8}$/);
    expect(await poll(page)).not.toBe(member.code);

    const knownAgain = memberAnswer(page);
    await page.goto("/setpaw");
    await knownAgain;
    // the poll would report it first
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_000);
    const next = await accountOn(page);
    await next.end.expired();
    await fill(page, { newPassword: "abcdef", confirmPassword: "abcdef" });
    await page.getByRole("button", { name: "保存", exact: true }).tap();
    await expectEnding(page);
  });

  test("is announced once by the poll on any page, and the catalogue stays usable", async ({
    page,
    accountOn,
  }) => {
    const { end, member } = await accountOn(page);
    await page.clock.install();
    const known = memberAnswer(page);
    await page.goto("/");
    await known;
    await end.elsewhere();
    await page.clock.fastForward(10_000);
    await expect(page.getByText("该账号已在别处登录，请重新登录")).toBeVisible();
    await page.clock.fastForward(3_000);
    await expect(page).toHaveURL("/login");
    const knownHere = memberAnswer(page);
    await page.goto("/");
    await knownHere;
    const nextPoll = memberAnswer(page);
    await page.clock.fastForward(10_000);
    await nextPoll;
    await page.clock.fastForward(3_000);
    await expect(page).toHaveURL("/");
    await expect(page.getByText("该账号已在别处登录，请重新登录")).toHaveCount(0);
    expect(await poll(page)).toBeUndefined();
    expect(member.code).toBeTruthy();
  });
});
