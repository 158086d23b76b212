import type { Page } from "playwright/test";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, test } from "../fixtures/site.ts";

const box = (page: Page) => page.getByRole("searchbox");
const listbox = (page: Page) => page.getByRole("listbox", { name: "搜索建议" });
const options = (page: Page, group: "搜索历史" | "影片") =>
  listbox(page).getByRole("group", { name: group }).getByRole("option");
const resultLinks = (page: Page) => page.locator('a[href^="/sreinfo"]');
const activeOption = (page: Page) =>
  box(page).evaluate(
    (input) =>
      document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent ?? "",
  );

/** Search terms that are in the history before the page is opened. */
const withHistory = (page: Page, ...terms: string[]) =>
  page.addInitScript((past) => {
    localStorage.searchHistory ??= JSON.stringify(past);
  }, terms);

const termsAsked = (page: Page) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/suggestions") asked.push(searchParams.get("term") ?? "");
  });
  return asked;
};

test("typing shows suggestions from the history and from titles, for touch and keyboard", async ({
  page,
}) => {
  await withHistory(page, "海边 日落", "森林");
  const asked = termsAsked(page);
  await page.goto("/sreach");

  await test.step("an empty field has no suggestions", async () => {
    await expect(resultLinks(page)).toHaveCount(17);
    await box(page).focus();
    await expect(listbox(page)).toHaveCount(0);
  });

  await test.step("one pause in typing makes one request", async () => {
    await page.keyboard.type("海边");
    await expect(options(page, "搜索历史")).toHaveText(["海边 日落"]);
    await expect.poll(() => options(page, "影片").count()).toBeGreaterThan(0);
    expect(asked).toEqual(["海边"]);
    for (const title of await options(page, "影片").allTextContents())
      expect(title).toContain("海边");
    await expect(page.getByText(/^\d+条建议/)).toHaveCount(1);
    const { width, height } = (await options(page, "影片").first().boundingBox()) ?? {};
    expect([width ?? 0, height ?? 0].every((side) => side >= 44)).toBe(true);
  });

  await test.step("arrow keys select a suggestion while the input keeps the focus", async () => {
    await page.keyboard.press("ArrowDown");
    expect(await activeOption(page)).toBe("海边 日落");
    await expect(options(page, "搜索历史").first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowUp");
    expect(await activeOption(page)).toBe("");
    await page.keyboard.press("ArrowUp");
    expect(await activeOption(page)).toContain(
      (await options(page, "影片").last().textContent()) ?? "none",
    );
    await expect(box(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(listbox(page)).toHaveCount(0);
    await expect(box(page)).toHaveValue("海边");
  });

  await test.step("Enter without a selection searches for the typed text", async () => {
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/sreinfo\?type=&sonType=&searchStr=~e6b5b7e8beb9&title=/);
    await expect(listbox(page)).toHaveCount(0);
  });

  await test.step("a term from the history opens its results", async () => {
    await box(page).fill("森");
    await expect(options(page, "搜索历史")).toHaveText(["森林"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/searchStr=~e6a3aee69e97/);
    await expect(box(page)).toHaveValue("森林");
    await expect(listbox(page)).toHaveCount(0);
  });

  await test.step("Enter right after an arrow key opens what that selected", async () => {
    await box(page).fill("日");
    await expect(options(page, "搜索历史")).toHaveText(["海边 日落"]);
    await box(page).evaluate((input) => {
      for (const key of ["ArrowDown", "Enter"])
        input.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    });
    await expect(page).toHaveURL(/searchStr=~e6b5b7e8beb920e697a5e890bd/);
    await expect(box(page)).toHaveValue("海边 日落");
    await expect(listbox(page)).toHaveCount(0);
  });

  await test.step("a title opens its video", async () => {
    await box(page).fill("云");
    const title = options(page, "影片").first();
    await expect(title).toContainText("云");
    const address = await title.getAttribute("href");
    await title.tap();
    await expect(page).toHaveURL(new RegExp(`/videoinfo\\?id=${address?.split("=")[1]}$`));
  });
});

test("a single term can be removed from the history", async ({ page }) => {
  await withHistory(page, "海边", "森林", "极光");
  await page.goto("/sreach");
  const past = page.getByRole("listitem").filter({ has: page.getByRole("button") });
  await expect(past).toHaveText(["海边", "森林", "极光"]);
  const remove = page.getByRole("button", { name: "删除搜索词 森林" });
  const { width, height } = (await remove.boundingBox()) ?? {};
  expect([width, height]).toEqual([44, 44]);
  await remove.tap();
  await expect(past).toHaveText(["海边", "极光"]);
  await expect(page.getByRole("button", { name: "删除搜索词 极光" })).toBeFocused();
  await expect(page).toHaveURL(/\/sreach$/);
  await page.reload();
  await expect(past).toHaveText(["海边", "极光"]);
  await page.getByRole("link", { name: "极光" }).first().tap();
  await expect(page).toHaveURL(/searchStr=~e69e81e58589/);
});

test.describe("without an answer", () => {
  test.use({ mayLogErrors: true });

  test("outdated requests are cancelled, and the history stays after any failure", async ({
    page,
    context,
  }) => {
    await withHistory(page, "海边");
    await page.goto("/sreach");
    const noTitles = page.getByText("没有匹配的影片").first();

    await test.step("nothing found", async () => {
      await box(page).fill("没有这样的片子");
      await expect(noTitles).toBeVisible();
      await expect(listbox(page)).toHaveCount(0);
    });

    await test.step("outdated", async () => {
      const letGo = await holdRequests(page, /suggestions\?term=%E6%B5%B7$/);
      const sent = page.waitForRequest(/suggestions\?term=%E6%B5%B7$/);
      await box(page).fill("海");
      await expect(options(page, "搜索历史")).toHaveText(["海边"]);
      await expect(noTitles).toBeHidden();
      await sent;
      const cancelled = page.waitForEvent("requestfailed");
      await box(page).fill("森林");
      expect((await cancelled).failure()?.errorText).toContain("ABORTED");
      await expect(options(page, "影片").first()).toContainText("森林");
      letGo();
    });

    await test.step("failed", async () => {
      const failed = page.waitForResponse(/suggestions/);
      await page.route("**/suggestions**", (route) => route.fulfill({ status: 502 }));
      await box(page).fill("边");
      await failed;
      await expect(options(page, "影片")).toHaveCount(0);
      await expect(options(page, "搜索历史")).toHaveText(["海边"]);
      await expect(noTitles).toBeHidden();
      await page.unroute("**/suggestions**");
    });

    await test.step("offline", async () => {
      await context.setOffline(true);
      await box(page).fill("海边");
      await expect(page.getByText("网络已断开，暂时没有影片建议").first()).toBeVisible();
      await expect(options(page, "搜索历史")).toHaveText(["海边"]);
      await context.setOffline(false);
    });
  });
});

test("filtering by category replaces the results, and 返回 returns to the previous page", async ({
  page,
}) => {
  await page.goto("/sreach");
  await box(page).fill("海");
  await box(page).press("Enter");
  const filters = page.getByRole("navigation", { name: "按分类筛选" }).getByRole("link");
  await expect(filters.first()).toHaveAttribute("aria-current", "true");
  const before = await page.evaluate(() => history.length);
  const name = (await filters.nth(1).textContent()) ?? "";
  await filters.nth(1).tap();
  await expect(page).toHaveURL(/\/sreinfo\?type=[^&]+&sonType=&searchStr=~e6b5b7&title=/);
  await expect(filters.nth(1)).toHaveAttribute("aria-current", "true");
  await expect(filters.filter({ hasText: name })).toHaveCount(1);
  await expect(box(page)).toHaveValue("海");
  expect(await page.evaluate(() => history.length)).toBe(before);
  await page.getByRole("link", { name: "返回" }).tap();
  await expect(page).toHaveURL(/\/sreach$/);
});
