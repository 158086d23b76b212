import { and, eq, gt, notExists } from "drizzle-orm";
import type { Page } from "playwright/test";
import { episodes, videos } from "../../../server/upstream/db/schema.ts";
import { violations } from "../fixtures/axe.ts";
import { drawn } from "../fixtures/drawn.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { scrollDown } from "../fixtures/place.ts";
import { expect, playerOn, test } from "../fixtures/playback.ts";

const LIST = "/sreinfo?type=103&sonType=&searchStr=&title=星空";
const SUBTYPE = "10301";

const hiding = (page: Page) => page.getByRole("switch", { name: "隐藏已看" });
const cards = (page: Page) => page.locator('main li a[href^="/videoinfo?id="]:visible');
const codesOn = (page: Page) =>
  cards(page).evaluateAll((links) =>
    links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("id") ?? ""),
  );

const store = (page: Page, name: string, value: unknown) =>
  page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    name,
    JSON.stringify(value),
  ] as const);
const finish = (page: Page, codes: string[]) =>
  store(
    page,
    "videoHistory",
    codes.map((code) => ({ code, episode: 0, seconds: 598, length: 600, at: 1 })),
  );

test("watched videos leave lists before the first paint and without a gap, but no search and no list of one's own", async ({
  page,
  memberOn,
}) => {
  await test.step("a switch in the settings, off at first", async () => {
    await page.goto("/centersetting");
    await expect(hiding(page)).not.toBeChecked();
    await hiding(page).tap();
    await expect(hiding(page)).toBeChecked();
    expect(await violations(page)).toEqual([]);
  });

  await test.step("nothing moves", async () => {
    await page.goto("/?tag=30");
    const [lead = "", second = "", third] = await codesOn(page);
    await finish(page, [lead, second]);
    await page.addInitScript({ content: watchShifts });
    await page.goto("/?tag=30&page=1");
    await drawn(page);
    expect((await codesOn(page))[0]).toBe(third);
    await scrollDown(page, 3_000);
    const all = await codesOn(page);
    expect(all.length).toBeGreaterThan(20);
    expect(all).not.toContain(lead);
    expect(all).not.toContain(second);
    const moved = await shifts(page);
    const sum = moved.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(moved)).toBeLessThan(0.001);
  });

  await page.goto("/category");
  const topic = await page.locator("main a[href^='/cateInfo']").first().getAttribute("href");
  for (const address of ["/", String(topic), LIST])
    await test.step(decodeURIComponent(address), async () => {
      await finish(page, []);
      await page.goto(address);
      const [, second = ""] = await codesOn(page);
      await finish(page, [second]);
      await page.reload();
      await expect(cards(page).first()).toBeVisible();
      expect(await codesOn(page)).not.toContain(second);
    });

  await (await memberOn(page)).keep("history", { count: 3 });
  for (const address of ["/sreinfo?type=&sonType=&searchStr=海&title=search", "/history"])
    await test.step(`not ${address}`, async () => {
      await page.goto(address);
      await expect(cards(page).nth(2)).toBeVisible();
      const [first = "", second = ""] = await codesOn(page);
      await finish(page, [first, second]);
      await page.reload();
      await expect(cards(page).nth(2)).toBeVisible();
      expect((await codesOn(page)).slice(0, 2)).toEqual([first, second]);
    });
});

test("a list whose pages are all watched loads further, says how many it hides, and shows them by a tap", async ({
  page,
}) => {
  await page.goto(LIST);
  await scrollDown(page, 100_000);
  const all = await codesOn(page);
  expect(all.length).toBeGreaterThan(22);
  await finish(page, all.slice(0, -2));
  await store(page, "hideWatched", true);
  const hidden = page.getByText(`已隐藏${all.length - 2}部看过的`);

  await test.step("to its end", async () => {
    await page.goto(LIST);
    await expect(hidden).toBeVisible();
    await expect(page.getByText("没有更多了")).toBeVisible();
    expect(await codesOn(page)).toEqual(all.slice(-2));
    expect(await violations(page)).toEqual([]);
  });

  await test.step("a tap shows them, and another hides them again", async () => {
    await page.getByRole("button", { name: "显示", exact: true }).tap();
    await expect.poll(() => codesOn(page)).toEqual(all);
    await page.getByRole("button", { name: "隐藏", exact: true }).tap();
    await expect.poll(() => codesOn(page)).toEqual(all.slice(-2));
    await page.getByRole("button", { name: "显示", exact: true }).tap();
    await expect.poll(() => codesOn(page)).toEqual(all);
    await page.goto("/centersetting");
    await expect(hiding(page)).not.toBeChecked();
  });

  await test.step("also where nothing is left", async () => {
    await finish(page, all);
    await store(page, "hideWatched", true);
    await page.goto(LIST);
    await expect(page.getByText(`已隐藏${all.length}部看过的`)).toBeVisible();
    await expect(page.getByText("没有更多了")).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
  });
});

test("a video that has ended is gone on the way back to its list, and one left in its middle is not", async ({
  page,
  memberOn,
  upstream: { db },
}) => {
  const further = db
    .select()
    .from(episodes)
    .where(and(eq(episodes.videoCode, videos.code), gt(episodes.sort, 0)));
  const [single] = await db
    .select()
    .from(videos)
    .where(and(eq(videos.categoryCode, SUBTYPE), notExists(further)))
    .limit(1);
  const card = page.locator(`main a[href="/videoinfo?id=${single?.code}"]`);
  const player = playerOn(page);
  await (await memberOn(page)).makeVip();
  await page.goto("/centersetting");
  await hiding(page).tap();
  await page.goto(LIST);
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return card.count();
    })
    .toBe(1);

  const watchTo = async (share: number) => {
    await card.tap();
    await expect.poll(player.time).toBeGreaterThan(0.5);
    const second = share * (await player.read(({ duration }) => duration));
    await player.seek(second);
    await expect.poll(player.time).toBeGreaterThan(second);
    await player.read((element) => element.pause());
    await page.goBack();
    await expect(page).toHaveURL(/sreinfo/);
    await expect(cards(page).first()).toBeVisible();
  };
  await watchTo(0.5);
  await expect(card).toBeInViewport();
  await watchTo(0.97);
  await expect(card).toHaveCount(0);
  await expect(cards(page).first()).toBeVisible();
});
