import type { Page } from "playwright/test";
import { boxOf, gapBetween } from "../fixtures/boxes.ts";
import { expect, type Player, test } from "../fixtures/playback.ts";
import { setInsets } from "../fixtures/safe-area.ts";
import { fingerOn } from "../fixtures/touch.ts";

const slider = (page: Page) => page.getByRole("slider", { name: "播放进度" });
const pause = (player: Player) => player.read((element) => element.pause());

/** Makes the video one that was left at that second. */
const leftAt = (page: Page, code: number, seconds: number, episode = 0) =>
  page.addInitScript(
    (left) => {
      if (window.origin === "null") return;
      localStorage.setItem("videoHistory", JSON.stringify([{ ...left, at: Date.now() }]));
    },
    { code: String(code), episode, seconds, length: 600 },
  );

test("inline, the controls leave no room for the screen's edges", async ({ page, watch }) => {
  const player = await watch();
  await pause(player);
  const controls = [
    slider(page),
    player.button("全屏"),
    player.button("画中画"),
    player.button(/^倍速/),
  ];
  const places = async () => {
    const picture = await boxOf(player.video);
    const boxes = await Promise.all(controls.map(boxOf));
    return boxes.map(({ x, y }) => [Math.round(x - picture.x), Math.round(y - picture.y)]);
  };
  const before = await places();
  await setInsets(page, { top: 47, bottom: 34 });
  const safeTop = () => page.locator("header").evaluate((bar) => getComputedStyle(bar).paddingTop);
  await expect.poll(safeTop).toBe("47px");
  expect(await places()).toEqual(before);
  for (const button of [player.button("画中画"), player.button(/^倍速/)])
    expect(
      gapBetween(await boxOf(button), await boxOf(player.button("前进10秒"))),
    ).toBeGreaterThan(0);
});

test("a vertical swipe that begins on the scrubber scrolls the page, a horizontal one seeks", async ({
  page,
  watch,
}) => {
  const player = await watch();
  await pause(player);
  await player.seek(22);
  const { x, y, width } = await boxOf(slider(page));
  const finger = await fingerOn(page);
  await finger.down(x + width * 0.6, y + 10);
  await finger.moveBy(4, -160);
  await finger.lift();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(80);
  expect(await player.time()).toBeCloseTo(22, 1);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await finger.down(x + width * 0.3, y + 10);
  await finger.moveBy(width * 0.2, 6);
  await finger.lift();
  const duration = await player.read((element) => element.duration);
  await expect.poll(player.time).toBeCloseTo(duration / 2, 0);
});

for (const width of [320, 360, 390, 430]) {
  test(`the resume chip keeps clear of the scrubber and the buttons at ${width} px`, async ({
    page,
    code,
    watch,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await leftAt(page, code, 100);
    const player = await watch();
    await pause(player);
    const chip = await boxOf(page.locator("[data-offer]"));
    expect(gapBetween(chip, await boxOf(slider(page)))).toBeGreaterThanOrEqual(4);
    for (const name of ["播放", "画中画", "后退10秒", "前进10秒"]) {
      const button = player.button(name);
      if (await button.isVisible())
        expect(gapBetween(chip, await boxOf(button)), name).toBeGreaterThanOrEqual(4);
    }
    const covers = await slider(page).evaluate((bar) => {
      const { left, top, width, height } = bar.getBoundingClientRect();
      const share = Number(getComputedStyle(bar).getPropertyValue("--played"));
      return !bar.contains(document.elementFromPoint(left + width * share, top + height / 2));
    });
    expect(covers).toBe(false);
  });
}

test("in fullscreen the resume chip stands beside the notch", async ({ page, code, watch }) => {
  await leftAt(page, code, 100);
  const player = await watch();
  await pause(player);
  await page.setViewportSize({ width: 844, height: 390 });
  await setInsets(page, { left: 47, right: 47, bottom: 21 });
  await player.button("全屏").tap();
  await expect(player.button("退出全屏")).toBeVisible();
  const chip = await boxOf(page.locator("[data-offer]"));
  expect(chip.x).toBeGreaterThanOrEqual(47);
  expect(gapBetween(chip, await boxOf(slider(page)))).toBeGreaterThanOrEqual(4);
});
