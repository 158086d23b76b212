import type { Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { FILM, filmTest } from "../fixtures/film.ts";
import { expect, type Player, playerOn, test } from "../fixtures/playback.ts";
import { fingerOn } from "../fixtures/touch.ts";

const settings = (page: Page) => page.getByRole("dialog", { name: "设置" });
const speed = (page: Page) => settings(page).getByRole("slider", { name: "倍速" });

async function chooseOtherSpeed(page: Page, player: Player, rate: string) {
  await player.read((element) => element.pause());
  await player.button(/^倍速/).tap();
  await page.getByRole("menuitemradio").last().tap();
  await speed(page).fill(rate);
  await expect(speed(page)).toHaveAttribute("aria-valuetext", `${rate}x`);
}

const playback = (player: Player) =>
  player.read(({ playbackRate, volume, muted }) => ({ playbackRate, volume, muted }));
const kept = { playbackRate: 1.35, volume: 0.4, muted: true };

/** Records each video's volume when it starts to play; injected before the page's scripts. */
const recordSound = (page: Page) =>
  page.addInitScript(() => {
    const begun: boolean[] = [];
    Object.assign(window, { begun });
    document.addEventListener(
      "play",
      ({ target }) => begun.push((target as HTMLVideoElement).muted),
      { capture: true },
    );
  });

test("any speed, the volume and mute are kept for the next video: after a reload, by a card, and in the feed", async ({
  page,
  watch,
}) => {
  await recordSound(page);
  const player = await watch();

  await test.step("a speed beside the seven", async () => {
    await chooseOtherSpeed(page, player, "1.35");
    expect(await player.rate()).toBe(1.35);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(settings(page)).toBeHidden();
    await player.button("倍速 1.35x").tap();
    await expect(page.getByRole("menuitemradio", { name: "1.35x" })).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  });

  await test.step("a finger held down plays at double speed, and the chosen one returns", async () => {
    await player.read((element) => element.play());
    const finger = await fingerOn(page);
    const { x, y } = await player.place(0.7, 0.25);
    await finger.down(x, y);
    await expect(page.getByText("2倍速播放中")).toBeVisible();
    expect(await player.rate()).toBe(2);
    await finger.lift();
    await expect.poll(player.rate).toBe(1.35);
  });

  await test.step("after a reload, from the first frame", async () => {
    await player.read((element) => Object.assign(element, { volume: 0.4, muted: true }));
    await expect.poll(() => page.evaluate(() => localStorage.getItem("playback"))).toContain("0.4");
    await page.reload();
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await expect.poll(() => playback(player)).toEqual(kept);
    expect(
      await page.evaluate(() => (window as unknown as { begun: boolean[] }).begun),
    ).not.toContain(false);
  });

  await test.step("by a card", async () => {
    await page.locator('main a[href^="/videoinfo?id="]').first().tap();
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await expect.poll(() => playback(player)).toEqual(kept);
  });

  await test.step("the feed keeps the sound, but has no control to change a speed", async () => {
    await page.goto("/swipe?tag=0");
    const mute = page.getByRole("button", { name: "静音" });
    await expect(mute).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => playback(player)).toEqual({ ...kept, playbackRate: 1 });
    await mute.tap();
    await expect(mute).toHaveAttribute("aria-pressed", "false");
    await page.goto("/videoinfo?id=130001");
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await expect.poll(() => playback(player)).toEqual({ ...kept, muted: false });
  });
});

const foreign = filmTest();

foreign(
  "MPEG-TS of another host plays at the slowest and the fastest speed, also on the next visit",
  async ({ page, videoAt, memberOn }) => {
    await (await memberOn(page)).makeVip();
    const code = await videoAt(FILM);
    const player = playerOn(page);
    await page.goto(`/videoinfo?id=${code}`);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await chooseOtherSpeed(page, player, "0.25");
    await speed(page).fill("4");
    await page.keyboard.press("Escape");
    await player.read((element) => element.play());
    await expect.poll(player.time).toBeGreaterThan(8);
    await page.goto(`/videoinfo?id=${code}&t=1`);
    await expect.poll(player.time).toBeGreaterThan(9);
    expect(await player.rate()).toBe(4);
  },
);
