import { eq } from "drizzle-orm";
import type { Page } from "playwright/test";
import { episodes } from "../../../server/upstream/db/schema.ts";
import { violations } from "../fixtures/axe.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { FILM, filmTest } from "../fixtures/film.ts";
import { expect, type Player, playerOn, test } from "../fixtures/playback.ts";

const settings = (page: Page) => page.getByRole("dialog", { name: "设置" });
const skip = (page: Page, part: "片头" | "片尾") =>
  page.getByRole("button", { name: `跳过${part}` });

async function openSettingsAt(page: Page, player: Player, seconds: number) {
  await player.read((element) => element.pause());
  await player.seek(seconds);
  await player.button("设置").tap();
  await expect(settings(page)).toBeVisible();
}

async function closeSettings(page: Page) {
  await page.keyboard.press("Escape");
  await expect(settings(page)).toBeHidden();
}

async function chooseEpisode(page: Page, index: number, source = 0) {
  await page.getByRole("button", { name: "选集" }).tap();
  const sheet = page.getByRole("dialog", { name: "选集" });
  await sheet.getByRole("list").nth(source).getByRole("button").nth(index).tap();
  await expect(sheet).toBeHidden();
}

const storedEpisode = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("videoHistory") ?? "[]")[0]?.episode);

/** Before the page's scripts, unless the page has stored marks of its own. */
const mark = (page: Page, code: number, opening: number, ending: number, byItself = true) =>
  page.addInitScript(
    ([marks, skips]) => {
      if (window.origin === "null" || localStorage.getItem("seriesMarks")) return;
      localStorage.setItem("seriesMarks", marks);
      localStorage.setItem("skipsByItself", skips);
    },
    [JSON.stringify([{ code: String(code), opening, ending }]), String(byItself)] as const,
  );

/** The seconds that the video has played, by `timeupdate`. */
const playedSeconds = (player: Player) =>
  player.read((element) => {
    const played: number[] = [];
    Object.assign(window, { played });
    element.addEventListener("timeupdate", () => {
      if (!element.seeking && !element.paused) played.push(element.currentTime);
    });
  });

test("two taps mark a series' opening and ending, which each of its episodes and sources then offers to skip", async ({
  page,
  watch,
  code,
}) => {
  const player = await watch();
  const length = await player.read((element) => element.duration);

  await test.step("each is marked at the current second", async () => {
    await openSettingsAt(page, player, 60);
    await page.getByRole("button", { name: "片头到此" }).tap();
    await expect(page.getByRole("button", { name: "移除片头" })).toHaveText("01:00");
    expect(await violations(page)).toEqual([]);
    await closeSettings(page);
    await openSettingsAt(page, player, length - 30);
    await page.getByRole("button", { name: "片尾从此" }).tap();
    await expect(page.getByRole("button", { name: "移除片尾" })).toHaveText("00:30");
    await closeSettings(page);
  });

  await test.step("another source's second episode offers to skip its opening", async () => {
    await chooseEpisode(page, 1, 1);
    await expect.poll(player.time).toBeLessThan(30);
    await skip(page, "片头").tap();
    await expect.poll(player.time).toBeGreaterThanOrEqual(60);
    expect(await player.time()).toBeLessThan(75);
    await expect(skip(page, "片头")).toHaveCount(0);
  });

  await test.step("in the ending the offer disappears after five seconds, and leads to the next episode", async () => {
    await chooseEpisode(page, 0);
    await expect(skip(page, "片头")).toBeVisible();
    const { duration } = await player.read(({ duration }) => ({ duration }));
    await player.seek(duration - 32);
    await expect(skip(page, "片尾")).toBeVisible();
    await expect(skip(page, "片尾")).toBeHidden({ timeout: 15_000 });
    await player.seek(duration - 28);
    await skip(page, "片尾").tap();
    await expect.poll(() => storedEpisode(page)).toBe(1);
    expect(await player.time()).toBeLessThan(30);
  });

  await test.step("a mark can be removed", async () => {
    await openSettingsAt(page, player, 10);
    await page.getByRole("button", { name: "移除片头" }).tap();
    await expect(page.getByRole("button", { name: "移除片头" })).toHaveCount(0);
    const stored = await page.evaluate(() => localStorage.getItem("seriesMarks"));
    expect(JSON.parse(stored ?? "")).toEqual([
      { code: String(code), opening: 0, ending: expect.closeTo(30, 0) },
    ]);
    await closeSettings(page);
    await player.read((element) => element.play());
    await expect.poll(player.time).toBeGreaterThan(11);
    await expect(skip(page, "片头")).toHaveCount(0);
  });
});

test("自动跳过 skips the opening, and an ending leads to the next episode only once", async ({
  page,
  watch,
  code,
}) => {
  await mark(page, code, 60, 30, false);
  const player = await watch();
  await openSettingsAt(page, player, 10);
  await settings(page).getByRole("switch", { name: "自动跳过" }).tap();
  await closeSettings(page);
  await player.seek((await player.read(({ duration }) => duration)) - 32);
  await player.read((element) => element.play());
  await expect.poll(() => storedEpisode(page), { timeout: 20_000 }).toBe(1);
  await expect.poll(player.time).toBeGreaterThan(62);
  expect(await player.time()).toBeLessThan(90);
  expect(await storedEpisode(page)).toBe(1);
});

test("a viewer who goes back to an opening stays there: by choosing an episode, by hand, and on the next visit", {
  tag: "@night",
}, async ({ page, watch, code }) => {
  await mark(page, code, 60, 0);
  const player = await watch();
  await expect.poll(player.time).toBeGreaterThan(60);

  await test.step("an earlier episode begins at zero", async () => {
    await chooseEpisode(page, 1);
    await expect.poll(() => storedEpisode(page)).toBe(1);
    await expect.poll(player.time).toBeGreaterThan(60);
    await chooseEpisode(page, 0);
    await expect.poll(() => storedEpisode(page)).toBe(0);
    await expect.poll(player.time).toBeGreaterThan(4);
    expect(await player.time()).toBeLessThan(30);
  });

  await test.step("a seek into the opening stays there", async () => {
    await player.seek(90);
    await expect.poll(player.time).toBeGreaterThan(91);
    await player.seek(20);
    await expect(skip(page, "片头")).toBeVisible();
    await expect.poll(player.time).toBeGreaterThan(22);
    expect(await player.time()).toBeLessThan(50);
  });

  await test.step("the next visit resumes in the opening, and offers both to start again and to skip", async () => {
    await page.reload();
    const restart = page.getByRole("button", { name: "从头播放" });
    await expect(skip(page, "片头")).toBeVisible();
    await expect(restart).toBeVisible();
    const [left, right] = await Promise.all([boxOf(restart), boxOf(skip(page, "片头"))]);
    expect(left.x + left.width).toBeLessThanOrEqual(right.x);
    await expect.poll(player.time).toBeGreaterThan(24);
    expect(await player.time()).toBeLessThan(50);
  });

  await test.step("an episode that was left at once begins at zero", async () => {
    await page.goto("/login");
    await page.evaluate((video) => {
      const left = { code: video, episode: 0, seconds: 2, length: 600, at: Date.now() };
      localStorage.setItem("videoHistory", JSON.stringify([left]));
    }, String(code));
    await page.goto(`/videoinfo?id=${code}`);
    await expect.poll(player.time).toBeGreaterThan(4);
    expect(await player.time()).toBeLessThan(30);
  });
});

test("a preview skips nothing and offers no marks", async ({ page, code }) => {
  await mark(page, code, 8, 0);
  await page.goto(`/videoinfo?id=${code}`);
  const player = playerOn(page);
  await playedSeconds(player);
  await expect.poll(player.time).toBeGreaterThan(9);
  const played = await page.evaluate(() => (window as never as { played: number[] }).played);
  expect(played.filter((seconds) => seconds > 3 && seconds < 7)).not.toEqual([]);
  await expect(skip(page, "片头")).toHaveCount(0);
  await openSettingsAt(page, player, 5);
  await expect(settings(page).getByRole("slider", { name: "倍速" })).toBeVisible();
  await expect(page.getByRole("button", { name: "片头到此" })).toHaveCount(0);
});

const foreign = filmTest();

foreign(
  "MPEG-TS of another host is skipped to the second; at the last episode's ending it ends",
  async ({ page, videoAt, memberOn, upstream }) => {
    await (await memberOn(page)).makeVip();
    const several = async () => {
      const code = await videoAt(FILM);
      const rows = await upstream.db.select().from(episodes).where(eq(episodes.videoCode, code));
      return { code, last: Math.max(...rows.map(({ sort }) => sort)) };
    };
    let video = await several();
    while (video.last < 1) video = await several();
    await mark(page, video.code, 5, 6);
    const player = playerOn(page);
    await page.goto(`/videoinfo?id=${video.code}`);
    await playedSeconds(player);
    await expect.poll(player.time).toBeGreaterThan(5);
    await chooseEpisode(page, video.last);
    await expect.poll(() => storedEpisode(page)).toBe(video.last);
    await expect.poll(() => player.read(({ ended }) => ended), { timeout: 30_000 }).toBe(true);
    const played = await page.evaluate(() => (window as never as { played: number[] }).played);
    expect(played.filter((seconds) => seconds > 3 && seconds < 4.9)).toEqual([]);
    expect(played.filter((seconds) => seconds > 19.5 && seconds < 23.5)).toEqual([]);
    await expect(page.getByText(/秒后播放 第\d+集$/)).toHaveCount(0);
  },
);
