import { eq } from "drizzle-orm";
import type { Page } from "playwright/test";
import { episodes } from "../../../server/upstream/db/schema.ts";
import { violations } from "../fixtures/axe.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { FILM, filmTest } from "../fixtures/film.ts";
import { expect, playerOn, test } from "../fixtures/playback.ts";
import { savedVideo } from "../fixtures/saved-video.ts";
import { fingerOn } from "../fixtures/touch.ts";

const FIRST = "130001";
const SECOND = "130005";
const THIRD = "130003";

/** Stored before the page's scripts run, unless the device has a queue already. */
const queue = (page: Page, codes: string[]) =>
  page.addInitScript(
    (videos) => {
      if (window.origin === "null" || localStorage.getItem("watchLater")) return;
      localStorage.setItem("watchLater", videos);
    },
    JSON.stringify(codes.map((code) => ({ ...savedVideo, code, title: `影片${code}` }))),
  );
const storedOrder = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    JSON.parse(localStorage.getItem("watchLater") ?? "[]").map((one: { code: string }) => one.code),
  );
const toTheEnd = (page: Page) =>
  playerOn(page).read((element) => {
    element.currentTime = element.duration - 1;
  });
/** Waits until the video plays within its first seconds. */
const begins = (page: Page) =>
  expect
    .poll(() =>
      playerOn(page).read(
        ({ readyState, currentTime, paused }) =>
          readyState > 0 && currentTime > 0.5 && currentTime < 15 && !paused,
      ),
    )
    .toBe(true);
const offer = (page: Page) => page.getByText(/秒后播放/);
const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const handle = (page: Page, code: string) =>
  page.getByRole("button", { name: `调整顺序：影片${code}` });
const centreOf = async (page: Page, code: string) => {
  const { x, y, width, height } = await boxOf(handle(page, code));
  return { x: x + width / 2, y: y + height / 2 };
};
const recommended = (page: Page) =>
  page
    .locator('main ul a[href^="/videoinfo?id="]')
    .evaluateAll((links) =>
      links.map((link) => new URLSearchParams((link as HTMLAnchorElement).search).get("id")),
    );

test("播放全部 plays the queue in its order; then a recommended video follows by itself, but no dismissed one", async ({
  page,
  memberOn,
}) => {
  await (await memberOn(page)).makeVip();
  await queue(page, [SECOND, FIRST]);
  await page.goto("/later");
  await page.getByRole("link", { name: "播放全部" }).tap();
  await expect(page).toHaveURL(new RegExp(`id=${SECOND}$`));
  await begins(page);

  await test.step("the second video is offered after the first, and begins at its start", async () => {
    await toTheEnd(page);
    await expect(page.getByText(new RegExp(`秒后播放 影片${FIRST}$`))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`id=${FIRST}$`));
    await begins(page);
    await expect(offer(page)).toHaveCount(0);
  });

  await test.step("after the last one the first recommended video that is not dismissed", async () => {
    const [dismissed, next] = (await recommended(page)).filter((code) => code !== SECOND);
    await page.evaluate(
      (code) => localStorage.setItem("unwantedVideos", JSON.stringify([code])),
      dismissed,
    );
    await toTheEnd(page);
    await expect(page).toHaveURL(new RegExp(`id=${next}$`));
    await begins(page);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`id=${FIRST}$`));
  });
});

test("a video outside the queue offers a recommended one, and cancelling stays @night", async ({
  page,
  memberOn,
}) => {
  await (await memberOn(page)).makeVip();
  await queue(page, [SECOND]);
  await page.clock.install();
  await page.goto(`/videoinfo?id=${FIRST}`);
  await begins(page);
  await toTheEnd(page);
  await expect(offer(page)).toBeVisible();
  await expect(offer(page)).not.toContainText(`影片${SECOND}`);
  await page.getByRole("button", { name: "取消" }).tap();
  await expect(offer(page)).toHaveCount(0);
  await page.clock.fastForward(6_000);
  await expect(page).toHaveURL(new RegExp(`id=${FIRST}$`));
});

test("the queue is put in order by finger, mouse, keyboard and menu, and stays so", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await queue(page, [FIRST, SECOND, THIRD]);
  await page.goto("/later");
  await expect(rows(page)).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await test.step("a finger drags the last row to the top, which is then played first", async () => {
    const { x, y } = await centreOf(page, THIRD);
    const { height } = await boxOf(rows(page).first());
    const finger = await fingerOn(page);
    await finger.down(x, y);
    await finger.moveBy(0, -2 * height);
    await expect(rows(page).first()).toHaveAttribute("data-dragged", "true");
    await finger.lift();
    await expect(page.locator("[data-dragged=true]")).toHaveCount(0);
    expect(await storedOrder(page)).toEqual([THIRD, FIRST, SECOND]);
    await expect(page.getByRole("link", { name: "播放全部" })).toHaveAttribute(
      "href",
      `/videoinfo?id=${THIRD}`,
    );
  });

  await test.step("a mouse drags it to the end, also below the list", async () => {
    const { x, y } = await centreOf(page, THIRD);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, 630, { steps: 4 });
    await page.mouse.up();
    expect(await storedOrder(page)).toEqual([FIRST, SECOND, THIRD]);
    await page.mouse.move(x, 100);
    expect(await storedOrder(page)).toEqual([FIRST, SECOND, THIRD]);
  });

  await test.step("the arrow keys move it, keep the focus and say its place", async () => {
    await handle(page, FIRST).focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("status").first()).toHaveText("已移到第2位");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(handle(page, FIRST)).toBeFocused();
    expect(await storedOrder(page)).toEqual([SECOND, THIRD, FIRST]);
    await page.keyboard.press("ArrowUp");
    await expect(handle(page, FIRST)).toBeFocused();
    expect(await storedOrder(page)).toEqual([SECOND, FIRST, THIRD]);
  });

  await test.step("without dragging, a card's menu moves it to the top", async () => {
    const { x, y } = await boxOf(rows(page).nth(1));
    const finger = await fingerOn(page);
    await finger.down(x + 40, y + 40);
    await page.getByRole("button", { name: "移到最前" }).waitFor();
    await finger.lift();
    await page.getByRole("button", { name: "移到最前" }).tap();
    await expect(page.getByRole("status").first()).toHaveText("已移到最前");
    expect(await storedOrder(page)).toEqual([FIRST, SECOND, THIRD]);
  });

  await test.step("after a reload", async () => {
    await page.reload();
    await expect(rows(page).first()).toContainText(`影片${FIRST}`);
    await expect(rows(page).nth(1)).toContainText(`影片${SECOND}`);
  });
});

test("a long queue scrolls while a row is dragged to the edge @night", async ({ page }) => {
  const codes = Array.from({ length: 40 }, (_, index) => String(200 + index));
  await queue(page, codes);
  await page.goto("/later");
  const { x, y } = await centreOf(page, "200");
  const finger = await fingerOn(page);
  await finger.down(x, y);
  await finger.moveBy(0, 830 - y);
  await expect
    .poll(async () => {
      await finger.moveBy(0, 2);
      await finger.moveBy(0, -2);
      return (await storedOrder(page)).indexOf("200");
    })
    .toBeGreaterThan(20);
  await finger.lift();
});

const foreign = filmTest();

foreign(
  "a queue of MPEG-TS of another host plays on by itself; after three videos the next one waits for an answer",
  async ({ page, videoAt, memberOn, upstream }) => {
    await (await memberOn(page)).makeVip();
    const single = async (): Promise<string> => {
      const code = await videoAt(FILM);
      const all = await upstream.db.select().from(episodes).where(eq(episodes.videoCode, code));
      return all.some(({ sort }) => sort > 0) ? single() : String(code);
    };
    const codes = [await single(), await single(), await single()];
    await queue(page, codes);
    await page.goto("/later");
    await page.getByRole("link", { name: "播放全部" }).tap();
    for (const code of codes) {
      await expect(page).toHaveURL(new RegExp(`id=${code}$`));
      await begins(page);
      await playerOn(page).seek(22);
      const next = codes[codes.indexOf(code) + 1];
      if (next) await expect(page.getByText(new RegExp(`秒后播放 影片${next}$`))).toBeVisible();
    }
    const question = page.getByRole("dialog", { name: "仍在观看？" });
    await question.getByRole("button", { name: /^继续播放/ }).tap();
    await expect(page).not.toHaveURL(new RegExp(`id=(${codes.join("|")})$`));
  },
);
