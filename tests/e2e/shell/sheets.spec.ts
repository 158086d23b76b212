import type { Page } from "playwright/test";
import { boxOf } from "../fixtures/boxes.ts";
import { pauseVideo } from "../fixtures/playback.ts";
import { savedVideo } from "../fixtures/saved-video.ts";
import { expect, test } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

async function sheetOn(page: Page) {
  await page.goto("/videoinfo?id=100301");
  // at its preview's end the video would open another sheet
  await pauseVideo(page);
  const sheet = page.getByRole("dialog", { name: "举报" });
  const settled = async () => {
    await expect
      .poll(() => sheet.evaluate((dialog) => dialog.getAnimations({ subtree: true }).length))
      .toBe(0);
    return boxOf(sheet);
  };
  const open = async () => {
    await page.getByRole("button", { name: "举报" }).tap();
    await expect(sheet).toBeVisible();
    return settled();
  };
  return { sheet, settled, open };
}

test("a sheet follows the finger on its grabber, closes after a long or quick drag, and springs back otherwise", async ({
  page,
}) => {
  const { sheet, settled, open } = await sheetOn(page);
  const finger = await fingerOn(page);

  await test.step("it follows the finger, and a long drag closes it", async () => {
    const rest = await open();
    await finger.down(195, rest.y + 10);
    await finger.moveBy(0, 100, 400);
    await expect.poll(async () => (await boxOf(sheet)).y).toBeGreaterThan(rest.y + 80);
    expect((await boxOf(sheet)).y).toBeLessThanOrEqual(rest.y + 100);
    await finger.moveBy(0, rest.height / 2 - 60, 400);
    await finger.lift(300);
    await expect(sheet).toBeHidden();
    expect((await open()).y).toBe(rest.y);
  });

  await test.step("released too early it springs back, and it cannot be dragged above its position", async () => {
    const rest = await settled();
    await finger.down(195, rest.y + 10);
    await finger.moveBy(0, 70, 400);
    await expect.poll(async () => (await boxOf(sheet)).y).toBeGreaterThan(rest.y);
    await finger.lift(300);
    expect(await settled()).toEqual(rest);
    await finger.down(195, rest.y + 10);
    await finger.moveBy(0, -70, 100);
    expect(await boxOf(sheet)).toEqual(rest);
    await finger.lift();
    await expect(sheet).toBeVisible();
  });

  await test.step("a short quick drag closes it, without a tap on the page behind", async () => {
    for (const quick of [70, 80, 90]) {
      const rest = await settled();
      await finger.down(195, rest.y + 10);
      await finger.moveBy(0, quick, 60);
      await finger.lift(0);
      await expect(sheet).toBeHidden();
      await open();
    }
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  });

  await test.step("with reduced motion a long drag closes it at once", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const rest = await open();
    await finger.down(195, rest.y + 10);
    await finger.moveBy(0, rest.height / 2);
    await finger.lift();
    await expect(sheet).toBeHidden();
  });
});

test("scrolling inside a sheet does not drag it, and its grabber stays visible", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 420 });
  const { sheet, open } = await sheetOn(page);
  const finger = await fingerOn(page);
  const rest = await open();
  const scrolled = () => sheet.evaluate((dialog) => dialog.scrollTop);
  await finger.down(195, rest.y + 200);
  await finger.moveBy(0, -150);
  await expect.poll(scrolled).toBeGreaterThan(80);
  await finger.moveBy(0, 250);
  await expect.poll(scrolled).toBe(0);
  expect(await boxOf(sheet)).toEqual(rest);
  await finger.lift();

  await finger.down(195, rest.y + 200);
  await finger.moveBy(0, -150, 400);
  await finger.lift(300);
  await expect(sheet.getByRole("heading", { name: "举报" })).toBeInViewport({ ratio: 1 });
});

test("a sheet is shown before the page behind it becomes inert, opens in one animation, can be closed by a key meanwhile, and returns the focus", async ({
  page,
}) => {
  await page.goto("/videoinfo?id=100301");
  const button = page.getByRole("button", { name: "选集", exact: true });
  const sheet = page.getByRole("dialog", { name: "选集" });
  await button.focus();

  await test.step("shown in the frame of the tap, modal after it", async () => {
    const seen = await button.evaluate(async (element: HTMLElement) => {
      element.click();
      // React renders in a separate microtask
      await undefined;
      const dialog = document.querySelector<HTMLDialogElement>("dialog[open]");
      if (!dialog) return "nothing";
      const [opening] = dialog.getAnimations();
      const before = { modal: dialog.matches(":modal"), box: dialog.offsetTop, opening };
      while (!dialog.matches(":modal")) await new Promise(requestAnimationFrame);
      const after = { box: dialog.offsetTop, opening: dialog.getAnimations()[0] };
      return {
        modalAtOnce: before.modal,
        moves: before.opening !== undefined,
        sameMovement: before.opening === after.opening,
        samePlace: before.box === after.box,
      };
    });
    expect(seen).toEqual({ modalAtOnce: false, moves: true, sameMovement: true, samePlace: true });
    await expect(sheet).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step("a key press makes it modal at once", async () => {
    const modal = await button.evaluate(async (element: HTMLElement) => {
      element.click();
      await undefined;
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
      return document.querySelector("dialog[open]")?.matches(":modal");
    });
    expect(modal).toBe(true);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test("a dialog opened from a blurred header is centred from its first frame", async ({ page }) => {
  await page.addInitScript(
    (video) => localStorage.setItem("savedVideos", JSON.stringify([video])),
    savedVideo,
  );
  await page.goto("/collengt");
  const tops = await page.getByRole("button", { name: "清空收藏" }).evaluate(
    (button: HTMLElement) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        const note = () => {
          const dialog = document.querySelector("dialog[open]");
          if (dialog) seen.push(Math.round(dialog.getBoundingClientRect().top));
          if (seen.length < 5) requestAnimationFrame(note);
          else resolve(seen);
        };
        button.click();
        requestAnimationFrame(note);
      }),
  );
  for (const top of tops) expect(top).toBeGreaterThan(200);
});
