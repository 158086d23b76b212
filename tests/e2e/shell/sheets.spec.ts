import type { Page } from "playwright/test";
import { boxOf } from "../fixtures/boxes.ts";
import { expect, test } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

async function openSheet(page: Page) {
  await page.goto("/videoinfo?id=100301");
  await page.getByRole("button", { name: "举报" }).tap();
  const sheet = page.getByRole("dialog", { name: "举报" });
  await expect(sheet).toBeVisible();
  const settled = async () => {
    await expect
      .poll(() => sheet.evaluate((dialog) => dialog.getAnimations({ subtree: true }).length))
      .toBe(0);
    return boxOf(sheet);
  };
  return { sheet, settled, rest: await settled() };
}

test("a sheet follows the finger on its grabber and closes when it was dragged far", async ({
  page,
}) => {
  const { sheet, rest } = await openSheet(page);
  const finger = await fingerOn(page);
  await finger.down(195, rest.y + 10);
  await finger.moveBy(0, 100, 400);
  await expect.poll(async () => (await boxOf(sheet)).y).toBeGreaterThan(rest.y + 80);
  expect((await boxOf(sheet)).y).toBeLessThanOrEqual(rest.y + 100);
  await finger.moveBy(0, rest.height / 2 - 60, 400);
  await finger.lift(300);
  await expect(sheet).toBeHidden();

  await page.getByRole("button", { name: "举报" }).tap();
  await expect(sheet).toBeVisible();
  await expect.poll(async () => (await boxOf(sheet)).y).toBe(rest.y);
});

test("a short quick drag closes a sheet", async ({ page }) => {
  const { sheet, rest } = await openSheet(page);
  const finger = await fingerOn(page);
  await finger.down(195, rest.y + 10);
  await finger.moveBy(0, 70, 60);
  await finger.lift(0);
  await expect(sheet).toBeHidden();
});

test("a sheet that is let go too early springs back", async ({ page }) => {
  const { sheet, settled, rest } = await openSheet(page);
  const finger = await fingerOn(page);
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

test("scrolling inside a sheet does not drag it, and its grabber stays in sight", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 420 });
  const { sheet, rest } = await openSheet(page);
  const scrolled = () => sheet.evaluate((dialog) => dialog.scrollTop);
  const finger = await fingerOn(page);
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

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("a sheet closes at once when it was dragged far", async ({ page }) => {
    const { sheet, rest } = await openSheet(page);
    const finger = await fingerOn(page);
    await finger.down(195, rest.y + 10);
    await finger.moveBy(0, rest.height / 2);
    await finger.lift();
    await expect(sheet).toBeHidden();
  });
});
