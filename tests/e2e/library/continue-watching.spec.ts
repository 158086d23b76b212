import type { Page } from "playwright/test";
import { accountOf } from "../../support/members/accounts.ts";
import { hiddenVideos } from "../../support/members/members.ts";
import { violations } from "../fixtures/axe.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { drawn } from "../fixtures/drawn.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { expect, playerOn, test } from "../fixtures/playback.ts";
import { skipFirstVisit } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

const shelf = (page: Page) => page.getByRole("region", { name: "继续观看" });
const cards = (page: Page) => shelf(page).getByRole("link");
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name });

async function expectStill(page: Page) {
  const moved = await shifts(page);
  expect(
    moved.reduce((sum, { value }) => sum + value, 0),
    JSON.stringify(moved),
  ).toBeLessThan(0.001);
}

/** Stores that the viewer left the videos at second 40, the first video most recently. */
const storeProgress = (page: Page, codes: string[]) =>
  page.evaluate((left) => {
    const history = left.map((code) => ({ code, episode: 0, seconds: 40, length: 600, at: 1 }));
    localStorage.setItem("videoHistory", JSON.stringify(history));
  }, codes);

test("an unfinished video is on home and on my page, shifts nothing, and resumes at its second with one tap", async ({
  page,
  watch,
  code,
}) => {
  const player = await watch();
  await player.seek(42);
  await expect.poll(player.time).toBeGreaterThan(42);
  await player.read((element) => element.pause());
  await page.addInitScript({ content: watchShifts });

  await test.step("home reserves its space before the first paint", async () => {
    await page.goto("/");
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toHaveText(/00:4\d/);
    await expect(cards(page)).toHaveAttribute("href", `/videoinfo?id=${code}`);
    await expect(shelf(page).locator("progress")).toHaveCount(1);
    await drawn(page);
    await expectStill(page);
    expect(await violations(page)).toEqual([]);
  });

  await test.step("my page does too", async () => {
    await tab(page, "我的").tap();
    await expect(page.getByText(/^ID：/)).toBeVisible();
    await expect(cards(page)).toHaveCount(1);
  });

  await test.step("a tap resumes without asking", async () => {
    await cards(page).tap();
    await expect(page).toHaveURL(/\/videoinfo\?id=/);
    await expect.poll(playerOn(page).time).toBeGreaterThan(42);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("a long press offers to remove it, with undo", async () => {
    await page.goBack();
    await expect(cards(page)).toHaveCount(1);
    const { x, y } = await boxOf(cards(page));
    const finger = await fingerOn(page);
    const remove = async () => {
      await finger.down(x + 40, y + 40);
      await expect(page.getByRole("dialog", { name: "更多操作" })).toBeVisible();
      await finger.lift();
      await page.getByRole("button", { name: "从历史中移除" }).tap();
      await expect(cards(page)).toHaveCount(0);
    };
    await remove();
    await page.getByRole("button", { name: "撤销" }).tap();
    await expect(cards(page)).toHaveCount(1);
    await remove();
    await expect(shelf(page)).toContainText("都看完了");
  });

  await test.step("a removed video stays away until it is opened again", async () => {
    await tab(page, "首页").tap();
    await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
    // unchanged, so that nothing shifts
    await expect(shelf(page)).toContainText("都看完了");
    await page.reload();
    await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
    await expect(shelf(page)).toHaveCount(0);
    await page.goto("/history");
    await expect(page.getByRole("heading", { name: "浏览历史" })).toBeVisible();
    await expect(page.locator(`main a[href="/videoinfo?id=${code}"]`)).toHaveCount(0);
  });
});

test("hidden-section videos are neither on home nor on my page, even for those who watched them", async ({
  page,
  memberOn,
  upstream,
  code,
}) => {
  const hidden = (await hiddenVideos(upstream.db)).find(({ categoryCode }) =>
    categoryCode.startsWith("42"),
  );
  const hiddenCode = String(hidden?.code);
  await (await memberOn(page)).makeVip();
  const recorded = page.waitForResponse((answer) =>
    (answer.request().postData() ?? "").includes("visit"),
  );
  await page.goto(`/videoinfo?id=${hiddenCode}`);
  await recorded;
  await page.waitForFunction(
    (one) => localStorage.getItem("knownVideos")?.includes(one),
    hiddenCode,
  );
  await page.goto("/later");

  await test.step("where the watch page has recorded that they are hidden", async () => {
    await storeProgress(page, [hiddenCode]);
    await page.goto("/mine");
    await expect(page.getByText(/^ID：/)).toBeVisible();
    await expect(page.locator("[data-can-continue]")).toHaveCount(0);
  });

  await test.step("otherwise the server is asked", async () => {
    const plain = { title: "以前看过", cover: "", duration: "1:00" };
    await page.evaluate(
      (videos) => localStorage.setItem("knownVideos", videos),
      JSON.stringify([
        { ...plain, code: hiddenCode },
        { ...plain, code: String(code) },
      ]),
    );
    await storeProgress(page, [hiddenCode, String(code)]);
    await page.goto("/");
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toHaveAttribute("href", `/videoinfo?id=${code}`);
  });

  await test.step("a cleared history leaves nothing to continue", async () => {
    await page.getByRole("link", { name: "浏览历史" }).tap();
    await page.getByRole("button", { name: "清空历史" }).tap();
    await page.getByRole("button", { name: "确定" }).tap();
    await expect(page.getByRole("status")).toHaveText("历史记录清除成功");
    // on return, the home page keeps the shelf's space
    await page.goBack();
    await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
    await expect(shelf(page)).toHaveCount(0);
  });
});

test("a member who logs in on a new device sees videos watched elsewhere from the next page on", async ({
  page,
  browser,
  site,
  upstream,
  memberOn,
}) => {
  await using elsewhere = await browser.newContext({ baseURL: site.url });
  await skipFirstVisit(elsewhere, site.url);
  const other = await elsewhere.newPage();
  const names = await (await memberOn(other)).keep("history", { count: 3, hoursApart: 1 });
  const { member } = await accountOf(upstream.db, await codeOf(other));

  await page.goto("/login");
  await page.getByLabel("账号").fill(member.name);
  await page.getByLabel("密码", { exact: true }).fill(member.temporaryPassword);
  await page.getByRole("button", { name: "登录" }).tap();
  await page.waitForFunction(() => sessionStorage.getItem("recordedVideos") !== null);
  await page.goto("/");
  await expect(cards(page)).toHaveText(names);
  await expect(shelf(page).locator("progress")).toHaveCount(0);
});
