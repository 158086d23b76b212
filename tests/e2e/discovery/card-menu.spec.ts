import type { Locator, Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { drawn } from "../fixtures/drawn.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { scrollDown } from "../fixtures/place.ts";
import { expect, test } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

const LIST = "/?tag=30";

const cards = (page: Page) => page.locator('main li a[href^="/videoinfo?id="]:visible');
const menu = (page: Page) => page.getByRole("dialog", { name: "更多操作" });
const option = (page: Page, name: string) => menu(page).getByRole("button", { name });
const undo = (page: Page) => page.getByRole("button", { name: "撤销" });
const stored = (page: Page, name: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "[]"), name);

/** Opens a list, and records whether the browser's own menu would open. */
async function open(page: Page, address = LIST) {
  const code = page.waitForResponse(/card-gestures-[\w-]+\.js/);
  await page.goto(address);
  await code;
  await page.evaluate(() =>
    window.addEventListener("contextmenu", ({ defaultPrevented }) => {
      document.documentElement.dataset.ownMenu = String(!defaultPrevented);
    }),
  );
}

async function press(page: Page, card: Locator) {
  const { x, y } = await boxOf(card);
  const finger = await fingerOn(page);
  await finger.down(x + 40, y + 40);
  await expect(menu(page)).toBeVisible();
  await finger.lift();
}

const hrefs = (page: Page) =>
  cards(page).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));

test("a long press on a card opens only its menu, not the video or the browser's menu", async ({
  page,
}) => {
  await open(page);
  const [first] = await hrefs(page);

  await test.step("the menu", async () => {
    await press(page, cards(page).first());
    await expect(menu(page).getByRole("button")).toHaveText(["", "稍后再看", "分享", "不感兴趣"]);
    expect(await violations(page)).toEqual([]);
    await expect(page).toHaveURL(/tag=30/);
    await expect(page.locator("html")).not.toHaveAttribute("data-own-menu", "true");
  });

  await test.step("back closes it", async () => {
    await page.goBack();
    await expect(menu(page)).toBeHidden();
    await expect(page).toHaveURL(/tag=30/);
  });

  await test.step("saving for later adds the video to its own list", async () => {
    await press(page, cards(page).first());
    await option(page, "稍后再看").tap();
    await expect(page.getByRole("status").first()).toHaveText("已加入稍后再看");
    await press(page, cards(page).first());
    await expect(option(page, "移出稍后再看")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "我的", exact: true }).tap();
    await page.getByRole("link", { name: "稍后再看" }).tap();
    await expect(page.getByRole("heading", { name: "稍后再看" })).toBeVisible();
    expect(await hrefs(page)).toEqual([first]);
    expect(await violations(page)).toEqual([]);
    await press(page, cards(page).first());
    await expect(option(page, "不感兴趣")).toHaveCount(0);
    await option(page, "移出稍后再看").tap();
    await expect(page.getByText("还没有稍后再看的视频")).toBeVisible();
    await undo(page).tap();
    expect(await hrefs(page)).toEqual([first]);
  });
});

test("a dismissed video leaves the lists of this device without a gap", async ({ page }) => {
  await page.addInitScript({ content: watchShifts });
  await open(page);
  const before = await hrefs(page);
  const [lead, second, third] = before;

  await test.step("at once, and undo brings it back", async () => {
    await press(page, cards(page).nth(1));
    await option(page, "不感兴趣").tap();
    await expect.poll(async () => (await hrefs(page))[1]).toBe(third);
    await undo(page).tap();
    await expect.poll(() => hrefs(page)).toEqual(before);
    await expect(undo(page)).toHaveCount(0);
  });

  await test.step("also when it is the first or is loaded later", async () => {
    for (const index of [1, 0]) {
      await press(page, cards(page).nth(index));
      await option(page, "不感兴趣").tap();
      await expect(menu(page)).toBeHidden();
    }
    await expect.poll(async () => (await hrefs(page)).slice(0, 1)).toEqual([third]);
    await scrollDown(page, 4_000);
    const all = await hrefs(page);
    expect(all.length).toBeGreaterThan(before.length);
    expect(all).not.toContain(lead);
    expect(all).not.toContain(second);
    // all rows of a block except the last are full
    const blocks = await page
      .locator("main ul:has(> li a)")
      .evaluateAll((lists) =>
        lists.map((list) => [...list.children].filter((child) => child.checkVisibility()).length),
      );
    expect(blocks.slice(0, -1).every((count) => count >= 20)).toBe(true);
  });

  await test.step("before the first paint of the next visit, so that nothing moves", async () => {
    await page.goto("/?tag=30&page=1");
    await drawn(page);
    expect((await hrefs(page))[0]).toBe(third);
    const moved = await shifts(page);
    const sum = moved.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(moved)).toBeLessThan(0.001);
    expect(await stored(page, "unwantedVideos")).toHaveLength(2);
  });
});

test("scrolling and a press that moves open nothing", async ({ page }) => {
  await page.clock.install();
  await open(page);
  const { x, y } = await boxOf(cards(page).nth(1));
  const finger = await fingerOn(page);
  for (const [right, down] of [
    [0, -120],
    [30, 4],
  ] as const) {
    await finger.down(x + 60, y + 40);
    await finger.moveBy(right, down);
    await page.clock.runFor(2_000);
    await expect(page.locator("dialog[open]")).toHaveCount(0);
    await finger.lift();
  }
});

test("rows of the history can be removed on this device", async ({ page, memberOn }) => {
  const names = await (await memberOn(page)).keep("history", { count: 3, hoursApart: 48 });
  await open(page, "/history");
  await expect(cards(page)).toHaveCount(3);
  const days = page.getByRole("heading", { level: 2 });
  await expect(days).toHaveCount(3);
  await press(page, cards(page).nth(1));
  await option(page, "从历史中移除").tap();
  await expect(cards(page)).toHaveCount(2);
  await expect(days).toHaveCount(2);
  await undo(page).tap();
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).nth(1)).toContainText(names[1] ?? "");
});

test.describe("with a mouse and a keyboard", () => {
  test.use({
    isMobile: false,
    hasTouch: false,
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
  });

  test("a button beside the card opens the menu, and the focus returns to it; a right click opens the browser's menu", async ({
    page,
  }) => {
    await open(page);
    const card = cards(page).nth(1);
    const more = page.getByRole("button", { name: /^更多：/ });

    await test.step("the button shows on hover", async () => {
      await card.hover();
      await expect(more).toHaveCount(1);
      await card.click({ button: "right" });
      await expect(page.locator("html")).toHaveAttribute("data-own-menu", "true");
      await page.keyboard.press("Escape");
      await more.click();
      await expect(menu(page)).toBeVisible();
      await page.keyboard.press("Escape");
    });

    await test.step("the button shows on focus", async () => {
      await page.mouse.move(0, 0);
      await card.focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(more).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(menu(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(menu(page)).toBeHidden();
      await expect(more).toBeFocused();
    });

    await test.step("the menu shares the video's address", async () => {
      await page.keyboard.press("Enter");
      await option(page, "分享").click();
      await expect(page.getByRole("status").first()).toHaveText("复制成功");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain((await card.getAttribute("href")) ?? "no address");
    });

    await test.step("a video hidden by keyboard can be restored by keyboard", async () => {
      const before = await hrefs(page);
      await card.focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      // a sheet takes the focus once it is painted
      await expect(menu(page)).toBeFocused();
      await option(page, "不感兴趣").focus();
      await page.keyboard.press("Enter");
      await expect(undo(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect.poll(() => hrefs(page)).toEqual(before);
    });
  });
});
