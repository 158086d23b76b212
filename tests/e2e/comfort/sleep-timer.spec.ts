import type { Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, type Player, test } from "../fixtures/playback.ts";

const settings = (page: Page) => page.getByRole("dialog", { name: "设置" });
const choices = (page: Page) => settings(page).getByRole("radiogroup", { name: "定时关闭" });

async function openSettings(page: Page, player: Player) {
  await player.read((element) => element.pause());
  await player.button("设置").tap();
  await expect(choices(page)).toBeVisible();
}

async function sleepAfter(page: Page, player: Player, choice: string) {
  await openSettings(page, player);
  await expect(choices(page).getByRole("radio", { name: "关闭" })).toBeChecked();
  await choices(page).getByRole("radio", { name: choice }).tap();
  await expect(choices(page).getByRole("radio", { name: choice })).toBeChecked();
  await settings(page).getByRole("button", { name: "关闭" }).tap();
  await player.read((element) => element.play());
}

const volume = (player: Player) => player.read((element) => element.volume);
const storedVolume = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("playback") ?? "{}").volume);
const place = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("videoHistory") ?? "[]")[0]);

async function setVolume(page: Page, player: Player) {
  await player.read((element) => {
    element.volume = 0.8;
  });
  await expect.poll(() => storedVolume(page)).toBe(0.8);
}

/** A video that plays at a chosen volume, with the timer set. */
async function sleepingAfter(choice: string, page: Page, watch: () => Promise<Player>) {
  await page.clock.install();
  const player = await watch();
  await setVolume(page, player);
  await sleepAfter(page, player, choice);
  return player;
}

test("a sleep timer fades the sound and pauses, also in the next episode; place and volume are kept", async ({
  page,
  watch,
}) => {
  const player = await sleepingAfter("15分", page, watch);
  await player.showControls();
  await player.button("下一集").tap();
  await expect.poll(async () => (await place(page))?.episode).toBe(1);
  await page.clock.fastForward(14 * 60_000 + 52_000);
  await expect(page.getByText("即将暂停，点一下继续播放")).toBeVisible();
  await expect.poll(() => volume(player)).toBeLessThan(0.7);
  expect(await player.paused()).toBe(false);
  await page.clock.fastForward(10_000);
  await expect.poll(player.paused).toBe(true);
  expect(await volume(player)).toBe(0.8);
  expect(await storedVolume(page)).toBe(0.8);
  const { episode, seconds } = await place(page);
  expect(episode).toBe(1);
  expect(Math.abs(seconds - (await player.time()))).toBeLessThan(0.5);
  await openSettings(page, player);
  await expect(choices(page).getByRole("radio", { name: "关闭" })).toBeChecked();
  expect(await violations(page)).toEqual([]);
});

test("a touch while the sound fades turns the sleep timer off, also in fullscreen", async ({
  page,
  watch,
}) => {
  const player = await sleepingAfter("30分", page, watch);
  await player.showControls();
  await player.button("全屏").tap();
  await expect(page.locator(":fullscreen")).toBeVisible();
  await page.clock.fastForward(29 * 60_000 + 55_000);
  await expect.poll(() => volume(player)).toBeLessThan(0.8);
  // all else is hidden
  await expect(page.locator(":fullscreen").getByText("即将暂停，点一下继续播放")).toBeVisible();
  await player.showControls();
  expect(await volume(player)).toBe(0.8);
  await expect(page.getByText("即将暂停，点一下继续播放")).toBeHidden();
  await page.clock.fastForward(60_000);
  expect(await player.paused()).toBe(false);
});

test("at the end of an episode the sleep timer keeps the next one from starting", async ({
  page,
  watch,
}) => {
  const player = await sleepingAfter("本集播完", page, watch);
  await player.read((element) => {
    element.currentTime = element.duration - 3;
  });
  await expect.poll(() => volume(player)).toBeLessThan(0.5);
  await expect.poll(() => player.read(({ ended }) => ended)).toBe(true);
  expect(await volume(player)).toBe(0.8);
  await page.clock.fastForward(10_000);
  await expect(page.getByText(/秒后播放/)).toHaveCount(0);
  expect(await storedVolume(page)).toBe(0.8);
  const question = page.getByRole("dialog", { name: "仍在观看？" });
  await question.getByRole("button", { name: "关闭" }).tap();
  await player.button("播放").tap();
  await expect.poll(player.paused).toBe(false);
  await openSettings(page, player);
  await expect(choices(page).getByRole("radio", { name: "关闭" })).toBeChecked();
});

test("at the end of an episode the sleep timer also ends a repeated video, as a whole or from A to B", {
  tag: "@night",
}, async ({ page, watch }) => {
  const player = await watch();
  const length = await player.read(({ duration }) => duration);
  const chooseLoop = () => settings(page).getByRole("switch", { name: "单片循环" }).tap();
  const closeSettings = () => settings(page).getByRole("button", { name: "关闭" }).tap();

  await test.step("a round of 单片循环", async () => {
    await openSettings(page, player);
    await chooseLoop();
    await closeSettings();
    await sleepAfter(page, player, "本集播完");
    await player.seek(length - 4);
    await expect.poll(player.paused).toBe(true);
    expect(await player.time()).toBeGreaterThan(length - 2);
  });

  await test.step("A to B, of which B is the end", async () => {
    await openSettings(page, player);
    await chooseLoop();
    await player.seek(length - 6);
    await settings(page).getByRole("button", { name: "设A点" }).tap();
    await player.seek(length);
    await settings(page).getByRole("button", { name: "设B点" }).tap();
    await closeSettings();
    // not at the end, where the timer would pause at once
    await player.seek(length - 6);
    await sleepAfter(page, player, "本集播完");
    await player.seek(length - 4);
    await expect(page.getByRole("dialog", { name: "仍在观看？" })).toBeVisible();
    expect(await player.read(({ ended }) => ended)).toBe(true);
  });
});

test("after three episodes without a touch the next one waits for an answer", async ({
  page,
  watch,
}) => {
  await page.clock.install();
  const player = await watch();
  const question = page.getByRole("dialog", { name: "仍在观看？" });
  const playsEpisode = async (episode: number) => {
    await expect.poll(async () => (await place(page))?.episode).toBe(episode);
    await expect.poll(player.paused).toBe(false);
  };
  const toEnd = () =>
    player.read((element) => {
      element.currentTime = element.duration - 0.5;
    });
  for (const episode of [0, 1]) {
    await playsEpisode(episode);
    await toEnd();
    await expect(page.getByText(/秒后播放/)).toBeVisible();
    await page.clock.runFor(5_000);
  }
  await playsEpisode(2);
  await toEnd();
  await expect(question).toBeVisible();
  await page.clock.runFor(10_000);
  expect(await player.read(({ ended }) => ended)).toBe(true);
  expect(await violations(page)).toEqual([]);
  const release = await holdRequests(page, /\/stream\//);
  await question.getByRole("button", { name: /^继续播放/ }).tap();
  await expect(question).toBeHidden();
  release();
  await playsEpisode(3);
});
