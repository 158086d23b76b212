import type { Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { FILM, filmTest } from "../fixtures/film.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, type Player, playerOn, test } from "../fixtures/playback.ts";

const settings = (page: Page) => page.getByRole("dialog", { name: "设置" });
const loop = (page: Page) => settings(page).getByRole("switch", { name: "单片循环" });
const markButton = (page: Page, name: string) => settings(page).getByRole("button", { name });

async function openSettings(page: Page, player: Player) {
  await player.read((element) => element.pause());
  await player.button("设置").tap();
  await expect(settings(page)).toBeVisible();
}

async function closeAndPlay(page: Page, player: Player) {
  await page.keyboard.press("Escape");
  await expect(settings(page)).toBeHidden();
  await player.read((element) => element.play());
}

/** Marks A and B while the settings are open. */
async function markPart(page: Page, player: Player, from: number, until: number) {
  await player.seek(from);
  await markButton(page, "设A点").tap();
  await player.seek(until);
  await markButton(page, "设B点").tap();
  await expect(markButton(page, "取消循环")).toBeVisible();
}

const durationOf = (player: Player) => player.read(({ duration }) => duration);

/** Records how often the video ends, and the seconds that it plays. */
const record = (player: Player) =>
  player.read((element) => {
    const seen = { ended: 0, played: [] as number[], offers: 0 };
    Object.assign(window, { seen });
    element.addEventListener("ended", () => {
      seen.ended += 1;
    });
    element.addEventListener("timeupdate", () => {
      if (!element.seeking && !element.paused) seen.played.push(element.currentTime);
    });
    new MutationObserver(() => {
      if (document.body.textContent?.includes("秒后播放")) seen.offers += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
const recorded = (page: Page) =>
  page.evaluate(
    () => (window as never as { seen: { ended: number; played: number[]; offers: number } }).seen,
  );

test("单片循环 starts the video again without an offer of the next episode, and ends with the video", async ({
  page,
  watch,
}) => {
  const player = await watch();
  const length = await durationOf(player);

  await test.step("it starts again, and so twice", async () => {
    await openSettings(page, player);
    await loop(page).tap();
    expect(await violations(page)).toEqual([]);
    await record(player);
    for (const _round of [1, 2]) {
      await player.seek(length - 2);
      if (await settings(page).isVisible()) await closeAndPlay(page, player);
      await expect.poll(player.time).toBeLessThan(length / 2);
      await expect.poll(player.time).toBeGreaterThan(0.5);
    }
    const { ended, offers, played } = await recorded(page);
    expect({ ended, offers }).toEqual({ ended: 0, offers: 0 });
    expect(Math.max(...played)).toBeGreaterThan(length - 1);
  });

  await test.step("the next video is not repeated", async () => {
    await page.locator('main ul a[href^="/videoinfo?id="]').first().tap();
    await expect.poll(() => player.read((element) => element.loop)).toBe(false);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await openSettings(page, player);
    await expect(loop(page)).not.toBeChecked();
  });
});

test("two taps mark A and B, between which the video is repeated; a third ends that, as does another episode", async ({
  page,
  watch,
}) => {
  const player = await watch();
  const length = await durationOf(player);

  await test.step("B may be marked before A", async () => {
    await openSettings(page, player);
    await markPart(page, player, 63, 60);
    await expect(settings(page).getByText("01:00–01:03")).toBeVisible();
    await expect(loop(page)).not.toBeChecked();
    expect(await violations(page)).toEqual([]);
    await record(player);
    await closeAndPlay(page, player);
    await expect.poll(player.time).toBeGreaterThan(62);
    await expect.poll(player.time).toBeLessThan(61);
    await expect.poll(player.time).toBeGreaterThan(62);
    expect(Math.max(...(await recorded(page)).played)).toBeLessThan(64);
  });

  await test.step("a third tap ends it", async () => {
    await openSettings(page, player);
    await markButton(page, "取消循环").tap();
    await expect(markButton(page, "设A点")).toBeVisible();
    await closeAndPlay(page, player);
    await expect.poll(player.time).toBeGreaterThan(64);
  });

  await test.step("B may be the video's end", async () => {
    await openSettings(page, player);
    await markPart(page, player, length - 4, length);
    await closeAndPlay(page, player);
    await player.seek(length - 1);
    await expect.poll(player.time).toBeLessThan(length - 2);
    await expect.poll(player.time).toBeGreaterThan(length - 2);
    expect((await recorded(page)).offers).toBe(0);
  });

  await test.step("the next episode is not repeated", async () => {
    await player.showControls();
    await player.button("下一集").tap();
    await expect.poll(player.time).toBeLessThan(30);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await openSettings(page, player);
    await expect(markButton(page, "设A点")).toBeVisible();
    await expect(settings(page).getByText("–", { exact: false })).toHaveText("A–B循环");
  });
});

test("with 自动跳过 each round of a video begins after its opening and ends before its ending; A–B skips neither", {
  tag: "@night",
}, async ({ page, watch, code }) => {
  await page.addInitScript(
    (marks) => {
      if (window.origin === "null") return;
      localStorage.setItem("seriesMarks", marks);
      localStorage.setItem("skipsByItself", "true");
    },
    JSON.stringify([{ code: String(code), opening: 60, ending: 30 }]),
  );
  const player = await watch();
  const length = await durationOf(player);
  await openSettings(page, player);
  await loop(page).tap();
  await player.seek(length - 32);
  await closeAndPlay(page, player);
  await expect.poll(player.time).toBeLessThan(90);
  await expect.poll(player.time).toBeGreaterThan(61);
  await openSettings(page, player);
  await markPart(page, player, length - 33, length - 26);
  await record(player);
  await closeAndPlay(page, player);
  await expect.poll(player.time).toBeGreaterThan(length - 28);
  await expect.poll(player.time).toBeLessThan(length - 30);
  await expect.poll(player.time).toBeGreaterThan(length - 28);
  const { played } = await recorded(page);
  expect(Math.min(...played)).toBeGreaterThan(length - 34);
  await expect(page.getByRole("button", { name: "跳过片尾" })).toHaveCount(0);
});

test("a preview is not repeated, although both loops were chosen before it was known", async ({
  page,
}) => {
  const release = await holdRequests(page, /\/access/);
  await page.goto("/videoinfo?id=130001");
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  await openSettings(page, player);
  await loop(page).tap();
  await markPart(page, player, 2, 13);
  await player.seek(4);
  release();
  await expect(loop(page)).toHaveCount(0);
  await expect(markButton(page, "取消循环")).toHaveCount(0);
  await closeAndPlay(page, player);
  await player.seek(12);
  await expect(page.getByRole("dialog", { name: "付费影视" })).toBeVisible();
  expect(await player.paused()).toBe(true);
  expect(await player.time()).toBeGreaterThan(14);
  expect(await player.read((element) => element.loop)).toBe(false);
});

const foreign = filmTest();

foreign(
  "MPEG-TS of another host is repeated between A and B, and as a whole",
  async ({ page, videoAt, memberOn }) => {
    await (await memberOn(page)).makeVip();
    const player = playerOn(page);
    await page.goto(`/videoinfo?id=${await videoAt(FILM)}`);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await openSettings(page, player);
    await markPart(page, player, 4, 7);
    await expect(settings(page).getByText("00:04–00:07")).toBeVisible();
    await record(player);
    await closeAndPlay(page, player);
    await expect.poll(player.time).toBeGreaterThan(6);
    await expect.poll(player.time).toBeLessThan(5);
    await expect.poll(player.time).toBeGreaterThan(6);
    expect(Math.max(...(await recorded(page)).played)).toBeLessThan(8);
    await openSettings(page, player);
    await markButton(page, "取消循环").tap();
    await loop(page).tap();
    await player.seek(22);
    await closeAndPlay(page, player);
    await expect.poll(player.time).toBeLessThan(4);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    const { ended, offers, played } = await recorded(page);
    expect({ ended, offers }).toEqual({ ended: 0, offers: 0 });
    expect(Math.max(...played)).toBeGreaterThan(23);
  },
);
