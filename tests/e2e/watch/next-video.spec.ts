import type { Page } from "playwright/test";
import { playerOn } from "../fixtures/playback.ts";
import { expect, test } from "../fixtures/site.ts";

const FIRST = 130001;

test.beforeEach(async ({ page, memberOn }) => {
  await (await memberOn(page)).makeVip();
});

async function playing(page: Page) {
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  return player;
}

/** Opens another video from the page of the playing one. */
const nextCard = (page: Page) => page.locator('main ul a[href^="/videoinfo?id="]').first();

async function watchAsFarAs(page: Page, address: string, seconds: number) {
  await page.goto(address);
  const player = await playing(page);
  await player.seek(seconds);
  await expect.poll(player.time).toBeGreaterThan(seconds + 1);
  await page.goto("/login");
}

test("the next video starts at its beginning, although the previous one was resumed", async ({
  page,
}) => {
  await watchAsFarAs(page, `/videoinfo?id=${FIRST}`, 60);
  await page.goto(`/videoinfo?id=${FIRST}`);
  await expect(page.getByText(/^已从 01:0\d 继续播放$/)).toBeVisible();
  await playing(page);

  const next = await nextCard(page).getAttribute("href");
  await nextCard(page).tap();
  await expect(page).toHaveURL(new RegExp(`${next?.split("=")[1]}$`));
  await expect(page.getByText(/继续播放$/)).toHaveCount(0);
  const { time } = playerOn(page);
  await expect.poll(async () => (await time()) > 0.5 && (await time()) < 30).toBe(true);
});

test("the next video resumes where it was left, on the same player", async ({ page }) => {
  await page.goto(`/videoinfo?id=${FIRST}`);
  const next = (await nextCard(page).getAttribute("href")) ?? "";
  await watchAsFarAs(page, next, 40);
  await page.goto(`/videoinfo?id=${FIRST}`);
  await playing(page);

  await nextCard(page).tap();
  await expect(page.getByText(/^已从 00:4\d 继续播放$/)).toBeVisible();
  const { time } = playerOn(page);
  await expect.poll(async () => (await time()) > 40.5 && (await time()) < 59).toBe(true);
});

test("choosing a quality resumes a stopped video, and a like revalidates the video's data but not its access", async ({
  page,
}) => {
  await page.goto(`/videoinfo?id=${FIRST}`);
  const player = await playing(page);
  await player.read((element) => element.pause());
  await page.getByRole("button", { name: /^清晰度/ }).tap();
  await page.getByRole("menuitemradio", { name: "原画" }).tap();
  await expect.poll(player.paused).toBe(false);

  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes(".data"))
      asked.push(new URL(request.url()).pathname);
  });
  const renewed = page.waitForResponse(
    (response) => response.request().method() === "GET" && response.url().includes("/videoinfo"),
  );
  await page.getByRole("button", { name: "点赞" }).tap();
  await renewed;
  await expect(page.getByRole("status")).toHaveText("点赞成功");
  expect(asked).toEqual(["/videoinfo.data"]);
});

test.describe("in a browser without beacons", () => {
  test.beforeEach(({ context }) =>
    context.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, "sendBeacon");
    }),
  );

  test("a video plays and can be left as in other browsers", async ({ page }) => {
    await page.goto(`/videoinfo?id=${FIRST}`);
    await playing(page);
    const told = page.waitForRequest((request) => /video=130001/.test(request.postData() ?? ""));
    await page.getByRole("link", { name: "返回" }).tap();
    await told;
    await expect(page).not.toHaveURL(/videoinfo/);
    await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
  });
});
