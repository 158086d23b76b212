import { and, eq } from "drizzle-orm";
import type { Page } from "playwright/test";
import { libraryRecords, watchDays } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { recordTypes } from "../../../server/upstream/domain/library.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { passUntil, playerOn } from "../fixtures/playback.ts";
import { expect, test } from "../fixtures/site.ts";

const WHOLE = 130001;
const FIRST_IS_MISSING = 130002;
const FIRST_BREAKS_OFF = 130003;
const ALL_ARE_MISSING = 130004;
const MISSING = "找不到这个片源，可能已失效";

// the browser logs a failed source as an error
test.use({ mayLogErrors: true });

test.beforeEach(async ({ page, memberOn }) => {
  await (await memberOn(page)).makeVip();
});

async function playing(page: Page, code: number) {
  await page.goto(`/videoinfo?id=${code}`);
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  return player;
}

const currentSource = async (page: Page) => {
  await page.getByRole("button", { name: "选集" }).tap();
  const sheet = page.getByRole("dialog", { name: "选集" });
  const current = sheet.locator("section", { has: page.locator("[aria-current=true]") });
  const name = await current.getByRole("heading").textContent();
  await sheet.getByRole("button", { name: "关闭" }).tap();
  return name;
};

test("a missing source is replaced by the next one, which is named", async ({ page }) => {
  // a slow page may finish loading after the message has disappeared
  await page.goto(`/videoinfo?id=${FIRST_IS_MISSING}`, { waitUntil: "domcontentloaded" });
  await expect(page.getByText(/^已切换到/)).toBeVisible();
  const toast = await page.getByText(/^已切换到/).textContent();
  await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
  expect(`已切换到${await currentSource(page)}`).toBe(toast);
});

test("a source that breaks off continues on another within a second of where it stopped", async ({
  page,
}) => {
  const player = await playing(page, FIRST_BREAKS_OFF);
  // the seconds watched, by source
  await player.read((video) => {
    const seen: number[][] = [[]];
    Object.assign(window, { seen });
    video.addEventListener("emptied", () => seen.push([]));
    video.addEventListener("timeupdate", () => {
      if (!video.seeking && video.readyState > 1) seen.at(-1)?.push(video.currentTime);
    });
  });
  await expect(page.getByText(/^已切换到/)).toBeVisible({ timeout: 40_000 });
  await expect.poll(player.time).toBeGreaterThan(9);
  const sources = await page.evaluate(() => (window as never as { seen: number[][] }).seen);
  const [before = [], after = []] = sources.filter((seconds) => seconds.length > 0);
  expect(before.at(-1)).toBeGreaterThan(6);
  expect(Math.abs((after[0] ?? 0) - (before.at(-1) ?? 0))).toBeLessThanOrEqual(1);
});

test("a source that hangs is abandoned after ten seconds", async ({ page }) => {
  await page.clock.install();
  let streams = 0;
  await page.route("**/stream/**", (route) => {
    streams += 1;
    // the first source's playlist never arrives
    return streams === 1 ? undefined : route.continue();
  });
  await page.goto(`/videoinfo?id=${WHOLE}`);
  const now = () => page.evaluate(() => Date.now());
  await expect.poll(() => streams).toBe(1);
  const asked = await now();
  await page.clock.pauseAt(asked + 5_000);
  await passUntil(page, /^已切换到/);
  expect((await now()) - asked).toBeLessThan(20_000);
  await page.clock.resume();
  await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
});

test("when every source fails, the player shows a message and a retry", async ({ page }) => {
  await page.clock.install();
  await page.goto(`/videoinfo?id=${ALL_ARE_MISSING}`);
  await passUntil(page, MISSING);
  const box = await playerOn(page).video.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  await page.getByRole("button", { name: "重试" }).tap();
  await expect(page.getByText(MISSING)).toBeHidden();
  await passUntil(page, MISSING);
});

test("a viewer can choose another source, even a plain file, and the chosen quality applies to the next video", async ({
  page,
}) => {
  const player = await playing(page, WHOLE);
  await player.showControls();
  await page.getByRole("button", { name: /^清晰度/ }).tap();
  await page.getByRole("menuitemradio", { name: "原画" }).tap();
  await expect(page.getByRole("button", { name: "清晰度 原画" })).toHaveCount(1);

  await page.getByRole("button", { name: "选集" }).tap();
  const sheet = page.getByRole("dialog", { name: "选集" });
  await sheet.locator("section").nth(1).getByRole("button").first().tap();
  await expect.poll(() => player.read(({ currentSrc }) => currentSrc)).toMatch(/\/media$/);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  await expect(page.getByRole("button", { name: "清晰度" })).toHaveCount(0);

  const again = await playing(page, FIRST_BREAKS_OFF);
  await again.showControls();
  await expect(page.getByRole("button", { name: "清晰度 原画" })).toHaveCount(1);
});

test("a returning viewer resumes where they left, and can start over", async ({
  page,
  upstream,
}) => {
  const player = await playing(page, WHOLE);
  await player.seek(60);
  await expect.poll(player.time).toBeGreaterThan(61);
  await page.goto("/login");
  const kept = () =>
    upstream.db
      .select({ seconds: libraryRecords.duration })
      .from(libraryRecords)
      .where(
        and(eq(libraryRecords.code, String(WHOLE)), eq(libraryRecords.type, recordTypes.position)),
      );
  // the page's last beacon
  await expect
    .poll(async () => (await kept()).some(({ seconds }) => Number(seconds) >= 60))
    .toBe(true);

  // the offer lasts five seconds, which may pass before a slow page has loaded
  await page.goto(`/videoinfo?id=${WHOLE}`, { waitUntil: "commit" });
  await expect(page.getByText(/^已从 01:0\d 继续播放$/)).toBeVisible();
  const again = playerOn(page);
  await expect.poll(again.time).toBeGreaterThanOrEqual(60);
  await page.getByRole("button", { name: "从头播放" }).tap();
  await expect.poll(again.time).toBeLessThan(30);
  await expect(page.getByRole("button", { name: "从头播放" })).toHaveCount(0);
});

test("closing the tab stores the position, too", async ({ context, page, upstream }) => {
  const other = await context.newPage();
  const player = await playing(other, FIRST_IS_MISSING);
  await player.seek(30);
  await expect.poll(player.time).toBeGreaterThan(31);
  await other.close({ runBeforeUnload: true });
  await expect
    .poll(async () => {
      const rows = await upstream.db
        .select({ seconds: libraryRecords.duration })
        .from(libraryRecords)
        .where(eq(libraryRecords.code, String(FIRST_IS_MISSING)));
      return Math.max(0, ...rows.map(({ seconds }) => Number(seconds) || 0));
    })
    .toBeGreaterThanOrEqual(30);
  const again = await playing(page, FIRST_IS_MISSING);
  expect(await again.time()).toBeGreaterThanOrEqual(30);
});

test("watched time counts towards the task, skipped or stalled time does not", async ({
  page,
  upstream,
}) => {
  await page.clock.install();
  await page.goto(`/videoinfo?id=${WHOLE}`);
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(4);
  await player.seek(100);
  await expect.poll(player.time).toBeGreaterThan(104);
  await player.read((video) => video.pause());
  await page.clock.fastForward(60_000);
  await page.goto("/login");
  const code = await codeOf(page);
  const counted = async () => {
    const [row] = await upstream.db
      .select({ seconds: watchDays.seconds })
      .from(watchDays)
      .innerJoin(members, eq(members.id, watchDays.memberId))
      .where(eq(members.code, code));
    return Number(row?.seconds ?? 0);
  };
  await expect.poll(counted).toBeGreaterThan(6);
  expect(await counted()).toBeLessThan(60);
});
