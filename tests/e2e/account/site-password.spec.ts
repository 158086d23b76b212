import type { Page } from "playwright/test";
import { startSiteProgram } from "../../support/servers/program.ts";
import { violations } from "../fixtures/axe.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { ownSite } from "../fixtures/own-site.ts";
import { expect, settingsFor } from "../fixtures/site.ts";

const PASSWORD = "a-door-for-friends";

const test = ownSite(async ({ upstream }, use) => {
  const settings = { ...settingsFor(upstream), SITE_PASSWORD: PASSWORD };
  await using site = await startSiteProgram(settings);
  await use(site);
});

// the browser logs every error response
test.use({ mayLogErrors: true });

const field = (page: Page) => page.getByLabel("访问密码");

async function enter(page: Page, password: string) {
  await field(page).fill(password);
  await page.getByRole("button", { name: "进入" }).tap();
}

async function expectEntryPage(page: Page) {
  await expect(page.getByRole("heading", { name: "请输入访问密码" })).toBeVisible();
  await expect(page).toHaveTitle("请输入访问密码");
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("a shared link leads to the password page, a wrong password is reported, the right one opens the link's target", async ({
      page,
    }) => {
      const answer = await page.goto("/videoinfo?id=130001&share=83920174");
      expect(answer?.status()).toBe(401);
      await expectEntryPage(page);
      await expect(field(page)).toBeFocused();
      await expect(page.getByRole("alert")).toHaveCount(0);

      await enter(page, "a-door-for-strangers");
      await expect(page.getByRole("alert")).toHaveText("密码不正确");
      await expect(field(page)).toHaveAccessibleDescription("密码不正确");
      await expect(field(page)).toBeFocused();

      await enter(page, PASSWORD);
      await expect(page).toHaveURL(/\/videoinfo\?id=130001&share=83920174$/);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await page.goto("/category");
      await expect(page.getByRole("heading", { name: "请输入访问密码" })).toHaveCount(0);
    });
  });
}

test("the password page has no accessibility violation, before and after a wrong password", async ({
  page,
}) => {
  await page.goto("/");
  await expectEntryPage(page);
  expect(await violations(page)).toEqual([]);
  await enter(page, "a-door-for-strangers");
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("the page's pictures, scripts and streams load after login", async ({ page }) => {
  await page.goto("/videoinfo?id=100301");
  const failed: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 401 && answer.url().startsWith(page.url().split("/videoinfo")[0] ?? ""))
      failed.push(answer.url());
  });
  await enter(page, PASSWORD);
  await expect(page.getByRole("heading", { name: "请输入访问密码" })).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.currentTime ?? 0))
    .toBeGreaterThan(0.5);
  expect(failed).toEqual([]);
});

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name });

/** Logs in, visits 我的 and returns to the home page. */
async function openHome(page: Page) {
  await page.goto("/mine");
  await enter(page, PASSWORD);
  await tab(page, "首页").tap();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator("#featured")).toBeVisible();
}

test.describe("once the password has been withdrawn", () => {
  test.use({ mayThrow: "the page is left while what it asked for is refused" });

  for (const [what, name] of [
    ["whose code and data were there before", "我的"],
    ["of which nothing is there yet", "专题"],
  ] as const) {
    test(`a link to a page ${what} ends at the password page`, async ({ page, context }) => {
      await openHome(page);
      // these requests would also lead to the password page, before the tap
      const letGo = await holdRequests(page, /\/(member$|assets\/)/);
      // the site no longer accepts the cookie
      await context.clearCookies({ name: "entry" });
      await tab(page, name).tap();
      letGo();
      await expectEntryPage(page);
      await enter(page, PASSWORD);
      await expect(tab(page, name)).toBeVisible();
    });
  }
});

test("an idle page also ends at the password page, at the same address", async ({
  page,
  context,
}) => {
  await openHome(page);
  await context.clearCookies({ name: "entry" });
  await expectEntryPage(page);
  await expect(page).toHaveURL(/\/$/);
});
