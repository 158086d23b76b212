import { eq } from "drizzle-orm";
import type { Page } from "playwright/test";
import { members } from "../../../server/upstream/db/schema.ts";
import { giveCoins } from "../../support/members/playback.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect, test } from "../fixtures/site.ts";

/** Three sources, of which the second is a plain file. */
const WHOLE = 130001;
const PLAIN = 130005;
const PREVIEW_SECONDS = 15;

async function opened(page: Page, code: number) {
  await page.goto(`/videoinfo?id=${code}`);
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  return player;
}

const paySheet = (page: Page) => page.getByRole("dialog", { name: "付费影视" });

test("a guest's preview stops at its last second on every attempt, and its end is marked on the scrub bar", async ({
  page,
}) => {
  const player = await opened(page, WHOLE);
  await expect(page.getByRole("slider", { name: "播放进度" })).toHaveAttribute(
    "aria-valuetext",
    / 03:00$/,
  );
  await expect(page.locator("[data-marked]")).toHaveCount(1);
  await player.seek(PREVIEW_SECONDS - 2);
  await expect(paySheet(page)).toBeVisible();
  expect(Math.abs((await player.time()) - PREVIEW_SECONDS)).toBeLessThanOrEqual(0.5);
  expect(await player.paused()).toBe(true);

  await paySheet(page).getByRole("button", { name: "取消" }).tap();
  await expect(paySheet(page)).toBeHidden();
  await player.showControls();
  await player.button("播放").tap();
  await expect(paySheet(page)).toBeVisible();
  expect(await player.paused()).toBe(true);

  await paySheet(page).getByRole("button", { name: "取消" }).tap();
  await player.seek(3);
  await player.showControls();
  await player.button("播放").tap();
  await expect.poll(player.time).toBeGreaterThan(4);
  await expect(paySheet(page)).toBeHidden();
});

test("a used-up preview starts again on the next visit, and the pay sheet waits for its end", async ({
  page,
}) => {
  const player = await opened(page, WHOLE);
  await player.seek(PREVIEW_SECONDS - 1);
  await paySheet(page).getByRole("button", { name: "取消" }).tap();
  await page.goto("/");
  const known = page.waitForResponse(/\/access/);
  await page.goto(`/videoinfo?id=${WHOLE}`);
  await known;
  await expect(page.getByText(/^试看\d+秒$/)).toBeVisible();
  await expect.poll(player.time).toBeGreaterThan(0.5);
  expect(await player.time()).toBeLessThan(PREVIEW_SECONDS / 2);
  await expect(paySheet(page)).toBeHidden();
  await expect(page.getByText(/继续播放/)).toHaveCount(0);
  await player.seek(PREVIEW_SECONDS - 1);
  await expect(paySheet(page)).toBeVisible();
});

test("with enough coins none are reported missing, and a bought video continues at the same second and is charged once, even on repeated taps", async ({
  page,
  upstream,
}) => {
  const code = await codeOf(page);
  await giveCoins(upstream.db, code, 10);
  const player = await opened(page, WHOLE);
  await player.seek(PREVIEW_SECONDS - 1);
  const buy = paySheet(page).getByRole("button", { name: "购买本集 2金币" });
  await expect(buy).toBeVisible();
  await expect(buy).toHaveAccessibleDescription("余额10金币");
  await buy.dblclick();
  await expect(page.getByText("购买成功")).toBeVisible();
  await expect(paySheet(page)).toBeHidden();
  await expect.poll(player.time).toBeGreaterThan(PREVIEW_SECONDS + 0.5);
  expect(await player.time()).toBeLessThan(PREVIEW_SECONDS + 60);
  expect(await player.paused()).toBe(false);
  await player.seek(100);
  await expect.poll(player.time).toBeGreaterThan(101);
  const [member] = await upstream.db.select().from(members).where(eq(members.code, code));
  expect(member?.coins).toBe(8);
});

test("a plain file stops at the same second, and continues from there once bought", async ({
  page,
  upstream,
}) => {
  await giveCoins(upstream.db, await codeOf(page), 2);
  const player = await opened(page, PLAIN);
  await player.seek(PREVIEW_SECONDS - 1);
  await expect(paySheet(page)).toBeVisible();
  expect(Math.abs((await player.time()) - PREVIEW_SECONDS)).toBeLessThanOrEqual(0.5);
  await paySheet(page).getByRole("button", { name: "购买本集 2金币" }).tap();
  await expect(paySheet(page)).toBeHidden();
  await expect.poll(player.time).toBeGreaterThan(PREVIEW_SECONDS + 0.5);
});

test("a member with full access sees no preview notice and is not stopped", async ({
  page,
  memberOn,
}) => {
  await (await memberOn(page)).makeVip();
  const known = page.waitForResponse(/\/access/);
  const player = await opened(page, WHOLE);
  await known;
  await expect(page.getByText(/^试看\d+秒$/)).toHaveCount(0);
  await player.seek(PREVIEW_SECONDS - 1);
  await expect.poll(player.time).toBeGreaterThan(PREVIEW_SECONDS + 2);
  await expect(paySheet(page)).toBeHidden();
});

test("buying a membership while watching removes the limit", async ({ page, memberOn }) => {
  await page.clock.install();
  const player = await opened(page, WHOLE);
  await player.seek(PREVIEW_SECONDS - 1);
  await expect(paySheet(page)).toBeVisible();
  await (await memberOn(page)).makeVip();
  // the page requests the member every ten seconds
  await page.clock.fastForward(10_000);
  await expect(paySheet(page)).toBeHidden();
  await expect.poll(player.time).toBeGreaterThan(PREVIEW_SECONDS + 1);
});
