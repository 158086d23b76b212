import type { Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { expect, type Player, playerOn, test } from "../fixtures/playback.ts";
import { pinch } from "../fixtures/touch.ts";

const settings = (page: Page) => page.getByRole("dialog", { name: "设置" });
const fill = (page: Page) => settings(page).getByRole("switch", { name: "铺满屏幕" });
const mirror = (page: Page) => settings(page).getByRole("switch", { name: "镜像画面" });
const pause = (player: Player) => player.read((element) => element.pause());
const zoom = (page: Page) => page.evaluate(() => visualViewport?.scale);
const crop = (player: Player) => player.read((element) => getComputedStyle(element).objectFit);
const scale = (player: Player) => player.read((element) => getComputedStyle(element).scale);

test("two fingers moved apart on the picture crop it to the player's shape, together show all of it, and the choice is kept", async ({
  page,
  watch,
}) => {
  const player = await watch();
  await pause(player);
  const at = await player.place(0.5, 0.25);
  expect(await crop(player)).toBe("contain");

  await test.step("apart", async () => {
    await pinch(page, at, 80, 240);
    await expect(page.getByText("铺满屏幕")).toBeVisible();
    expect(await crop(player)).toBe("cover");
    expect([await zoom(page), await player.paused()]).toEqual([1, true]);
  });

  await test.step("kept, from the first frame on", async () => {
    await page.reload();
    await expect.poll(player.time).toBeGreaterThan(0);
    await expect.poll(() => crop(player)).toBe("cover");
    await pause(player);
  });

  await test.step("together", async () => {
    await expect(page.locator("[data-input=true]")).toBeVisible();
    await pinch(page, at, 240, 80);
    await expect(page.getByText("完整画面")).toBeVisible();
    expect(await crop(player)).toBe("contain");
  });

  await test.step("in fullscreen", async () => {
    await player.button("全屏").tap();
    await expect(player.button("退出全屏")).toBeVisible();
    await pinch(page, { x: 195, y: 300 }, 60, 200);
    await expect.poll(() => crop(player)).toBe("cover");
  });
});

test("beside the picture two fingers zoom the page, and then also on the picture, which stays as it is", async ({
  page,
  watch,
}) => {
  const player = await watch();
  await pause(player);
  const { y, height } = await boxOf(player.video);
  await pinch(page, { x: 195, y: y + height + 200 }, 80, 200);
  await expect.poll(() => zoom(page)).toBeGreaterThan(1.2);
  const zoomed = (await zoom(page)) ?? 0;
  await pinch(page, { x: 195, y: 150 }, 240, 80);
  await expect.poll(() => zoom(page)).toBeLessThan(zoomed);
  expect(await crop(player)).toBe("contain");
});

test("switches in the settings crop and mirror the picture; the next video is not mirrored", async ({
  page,
  watch,
}) => {
  const player = await watch();
  await pause(player);

  await test.step("by the switches", async () => {
    await player.button("设置").tap();
    await fill(page).tap();
    await mirror(page).tap();
    await expect(fill(page)).toBeChecked();
    await expect(mirror(page)).toBeChecked();
    expect([await crop(player), await scale(player)]).toEqual(["cover", "-1 1"]);
    expect(await violations(page)).toEqual([]);
  });

  await test.step("another episode stays mirrored", async () => {
    await page.keyboard.press("Escape");
    await expect(settings(page)).toBeHidden();
    await player.button("下一集").tap();
    await expect.poll(player.time).toBeGreaterThan(0.5);
    expect([await crop(player), await scale(player)]).toEqual(["cover", "-1 1"]);
  });

  await test.step("the next video is cropped only", async () => {
    await page.locator('main ul a[href^="/videoinfo?id="]').first().tap();
    await expect.poll(player.time).toBeLessThan(0.5);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await expect.poll(() => scale(playerOn(page))).toBe("none");
    expect(await crop(playerOn(page))).toBe("cover");
    await pause(player);
    await player.button("设置").tap();
    await expect(mirror(page)).not.toBeChecked();
    await expect(fill(page)).toBeChecked();
  });
});
