import type { Page } from "playwright/test";
import { expect, hydrated, test } from "../fixtures/site.ts";

const colour = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].find(
        ({ media }) => !media || matchMedia(media).matches,
      )?.content,
  );

test("the browser's toolbars have the screen's colour, also on navigation", async ({ page }) => {
  await page.goto("/");
  expect(await colour(page)).toBe("#f6f4f1");
  await page.locator("a[href^='/videoinfo']").first().tap();
  await expect.poll(() => colour(page)).toBe("#0b0a09");
  await page.goBack();
  await expect.poll(() => colour(page)).toBe("#f6f4f1");
});

const gate = (page: Page) => page.getByRole("link", { name: "点击离开" });

test("the browser's toolbars are black at the hidden section's gate, and only there", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "暗网" }).tap();
  await expect(gate(page)).toBeVisible();
  await expect.poll(() => colour(page)).toBe("#0b0a09");
  await gate(page).tap();
  await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
  await expect.poll(() => colour(page)).toBe("#f6f4f1");
});

test.describe("before hydration", () => {
  test.use({ javaScriptEnabled: false });

  test("the browser's toolbars are black at the hidden section's gate", async ({ page }) => {
    await page.goto("/publish");
    await expect(gate(page)).toBeVisible();
    expect(await colour(page)).toBe("#0b0a09");
  });
});

test("a search without results suggests its own words, nearby terms and popular words", async ({
  page,
}) => {
  await page.goto("/sreinfo?type=&sonType=&searchStr=海王星+无人知晓&title=search");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("搜索");
  await expect(page.getByText("没有找到相关视频")).toBeVisible();
  const nearby = page.locator("section", { hasText: "试试这些词" });
  await expect(nearby.getByRole("link").first()).toHaveText("海王星");
  await expect(page.locator("section", { hasText: "热门搜索" }).getByRole("link")).toHaveCount(15);
  await nearby.getByRole("link", { name: "海边" }).tap();
  await expect(page.getByRole("searchbox")).toHaveValue("海边");
});

test("a card's heart likes and unlikes without leaving the page", async ({ page }) => {
  await page.goto("/");
  const card = page.locator("main li", { has: page.locator("a[href^='/videoinfo']") }).nth(2);
  const heart = card.getByRole("button", { name: /^喜欢《/ });
  const box = await heart.boundingBox();
  expect([box?.width, box?.height]).toEqual([44, 44]);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await heart.tap();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(card.getByLabel("已点赞")).toBeVisible();
  expect((await sent).postData()).toContain("like");
  await expect(page.getByRole("status")).toHaveText("点赞成功");
  await expect(page).toHaveURL(/\/$/);
  await heart.tap();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
});

test("a toast's time starts when it is visible, even on a slow device", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/mine");
  const copy = page.getByRole("button", { name: "复制ID" });
  const shown = await copy.evaluate(
    (button: HTMLElement) =>
      new Promise<string>((resolve) => {
        const status = () => document.querySelector("[role=status]")?.textContent ?? "";
        new MutationObserver((_changes, observer) => {
          if (!status()) return;
          observer.disconnect();
          // longer than a toast's time, before its first frame
          const end = performance.now() + 3_000;
          while (performance.now() < end);
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(status())));
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
        button.click();
      }),
  );
  expect(shown).toBe("复制成功");
});

test.describe("with a mouse", () => {
  test.use({ isMobile: false, hasTouch: false });

  test("the wheel and a drag scroll the tag strip and the carousel", async ({ page }) => {
    await page.goto("/");
    const tags = page.getByRole("navigation", { name: "分类标签" }).getByRole("list");
    await hydrated(page);
    const code = page.waitForResponse(/mouse-scroll-[\w-]+\.js$/);
    await tags.hover();
    // the module has run once the same import resolves
    await page.evaluate(`import("${(await code).url()}").then(() => undefined)`);
    for (const row of [tags, page.locator("section[aria-label] ul[class*=rail]").first()]) {
      const left = () => row.evaluate(({ scrollLeft }) => scrollLeft);
      await row.hover();
      await page.mouse.wheel(0, 150);
      await expect.poll(left).toBeGreaterThan(50);
      const before = await left();
      const box = await row.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 250, y, { steps: 5 });
      await page.mouse.up();
      await expect.poll(left).toBeLessThan(before);
      await expect(page).toHaveURL(/\/$/);
    }
  });
});
