import type { Page } from "playwright/test";
import { boxOf } from "../fixtures/boxes.ts";
import { setInsets } from "../fixtures/safe-area.ts";
import { expect, test } from "../fixtures/site.ts";

test.use({ isMobile: false, hasTouch: false, deviceScaleFactor: 1 });

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("lists have four columns, and the tabs are a side rail", async ({ page }) => {
    await page.goto("/sreinfo?type=15&title=x");
    const cards = page.locator("main ul[class*=lead]").first().locator("li");
    const columns = new Set<number>();
    for (const card of await cards.all())
      columns.add(Math.round((await card.boundingBox())?.x ?? 0));
    expect(columns.size).toBe(4);
    const [lead, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    expect(lead?.y).toBe(second?.y);
    expect(lead?.width).toBeGreaterThan(2 * (second?.width ?? 0));
    await page.goto("/");
    const rail = await page.getByRole("navigation", { name: "主导航" }).boundingBox();
    expect(rail).toMatchObject({ x: 0, y: 0, height: 900 });
    const main = await page.locator("main").boundingBox();
    expect(main?.x).toBeGreaterThanOrEqual(rail?.width ?? 0);
  });

  test("the list is beside the video, both fit the window, and the player responds to the mouse", async ({
    page,
  }) => {
    await page.goto("/videoinfo?id=100302");
    const stage = await page.locator("main video").boundingBox();
    const list = await page.locator("section", { hasText: "最新更新" }).boundingBox();
    expect(list?.x).toBeGreaterThanOrEqual((stage?.x ?? 0) + (stage?.width ?? 0));
    expect(list?.y).toBeLessThan((stage?.y ?? 0) + 60);
    expect((stage?.y ?? 0) + (stage?.height ?? 0)).toBeLessThan(900);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);

    await test.step("hovering shows the time under the pointer", async () => {
      const slider = page.getByRole("slider", { name: "播放进度" });
      await expect(slider).not.toHaveAttribute("aria-valuemax", "0");
      await page.locator("main video").hover();
      const { x, y, width, height } = await boxOf(slider);
      await page.mouse.move(x + width / 2, y + height / 2);
      const half = Number(await slider.getAttribute("aria-valuemax")) / 2;
      const [minutes, seconds] = [Math.floor(half / 60), Math.floor(half % 60)];
      const told = slider.getByText(/^\d\d:\d\d$/);
      await expect(told).toBeVisible();
      await expect(told).toHaveText(
        new RegExp(`^0${minutes}:${String(seconds).padStart(2, "0").slice(0, 1)}`),
      );
      const label = await boxOf(told);
      expect(Math.abs(label.x + label.width / 2 - (x + width / 2))).toBeLessThan(2);
      await page.mouse.move(x, y - 200);
      await expect(told).toBeHidden();
    });

    await test.step("it has a volume slider and a mute button", async () => {
      const video = page.locator("main video");
      await video.hover();
      const level = page.getByRole("slider", { name: "音量" });
      const mute = page.getByRole("button", { name: "静音" });
      const sound = () =>
        video.evaluate(({ muted, volume }: HTMLVideoElement) => (muted ? 0 : volume));
      await level.fill("30");
      expect(await sound()).toBeCloseTo(0.3);
      await mute.click();
      expect(await sound()).toBe(0);
      await expect(mute).toHaveAttribute("aria-pressed", "true");
      await expect(level).toHaveValue("0");
      await mute.click();
      expect(await sound()).toBeCloseTo(0.3);
    });
  });
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test("lists, topics and videos use the full width", async ({ page }) => {
    for (const path of ["/", "/category", "/videoinfo?id=100302", "/sreinfo?type=15&title=x"])
      await test.step(path, async () => {
        await page.goto(path);
        expect((await page.locator(".page").boundingBox())?.width).toBe(768);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
      });
  });
});

/** Texts and icons outside these limits; elements in horizontal scrollers are scrolled into view first. */
const outside = (page: Page, left: number, right: number) =>
  page.evaluate(
    ([from, to]) => {
      const scrollsSideways = (element: Element): boolean =>
        /auto|scroll/.test(getComputedStyle(element).overflowX) ||
        (element.parentElement !== null && scrollsSideways(element.parentElement));
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const parts: { what: string; box: DOMRect; element: Element | null }[] = [];
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        range.selectNodeContents(text);
        const what = text.textContent?.trim() ?? "";
        if (what)
          parts.push({ what, box: range.getBoundingClientRect(), element: text.parentElement });
      }
      for (const icon of document.querySelectorAll("svg"))
        parts.push({
          what: icon.closest("a, button")?.ariaLabel ?? "an icon",
          box: icon.getBoundingClientRect(),
          element: icon,
        });
      return parts
        .filter(
          ({ box, element }) =>
            box.width > 1 &&
            (box.left < Number(from) || box.right > Number(to)) &&
            element?.checkVisibility() &&
            // not visually hidden texts
            !/rect|inset\(50%/.test(getComputedStyle(element).clipPath) &&
            // not danmaku, which cross the whole picture
            !element.closest("[data-framed]") &&
            !scrollsSideways(element),
        )
        .map(({ what, box }) => `${what}: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    },
    [left, right],
  );

const PAGES = [
  "/",
  "/category",
  `/cateInfo?item=${encodeURIComponent('{"path":"/cateInfo","sonTypeCode":"62","code":"135","title":"专题"}')}`,
  "/taglist",
  "/sreach",
  "/sreinfo?title=海",
  "/collengt",
  "/history",
  "/mine",
  "/centersetting",
  "/setinfo",
  "/setpaw",
  "/login",
  "/vip",
  "/pay",
  "/sign",
  "/share",
  "/order",
  "/tx",
  "/feed",
  "/service",
  "/publish",
  "/videoinfo?id=100302",
  "/swipe",
];
const NOTCH = 59;

test.describe("on a phone in landscape", () => {
  test.use({ isMobile: true, hasTouch: true });

  for (const [width, height] of [
    [844, 390],
    // wide enough for the side tabs
    [932, 430],
  ] as const)
    test(`no text or control is under the notch of ${width} pixels`, {
      tag: width === 932 ? [] : "@night",
    }, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto("/");
      await setInsets(page, { left: NOTCH, right: NOTCH, bottom: 21 });
      for (const path of PAGES)
        await test.step(path, async () => {
          await page.goto(path);
          expect.soft(await outside(page, NOTCH, width - NOTCH)).toEqual([]);
          expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        });
    });
});
