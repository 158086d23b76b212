import type { Locator, Page } from "playwright/test";
import { scrollDown, watchListRequests } from "../fixtures/place.ts";
import { pauseVideo, playerOn } from "../fixtures/playback.ts";
import { expect, test } from "../fixtures/site.ts";

/** A video with a preview of this many seconds. */
const WHOLE = 130001;
const PREVIEW_SECONDS = 15;

declare global {
  interface Window {
    /** The history entry's number of overlays at each time that an overlay was added to the document. */
    entriesOfOverlays: number[];
  }
}

/** Reads it in the task that adds the overlay, before a paint and before the visitor could go back. */
const noteOverlays = (page: Page) =>
  page.evaluate(() => {
    window.entriesOfOverlays = [];
    const seen = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const overlay of document.querySelectorAll("dialog[open], [role=menu]")) {
        if (seen.has(overlay)) continue;
        seen.add(overlay);
        window.entriesOfOverlays.push(history.state.overlays ?? 0);
      }
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["open"] });
  });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const position = (page: Page) => page.evaluate(() => [location.href, Math.round(scrollY)]);

/** Opens an overlay, goes back and expects that only the overlay is closed. */
async function expectBackCloses(page: Page, overlay: Locator, open: () => Promise<unknown>) {
  const before = await position(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && `${new URL(page.url()).pathname}.data` === pathname)
      asked.push(request.url());
  });
  await page.evaluate(() => document.querySelector("main")?.setAttribute("data-same", ""));
  await open();
  await expect(overlay).toBeVisible();
  // the entry is added in the next frame
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1);
  await page.goBack();
  await expect(overlay).toBeHidden();
  expect(await position(page)).toEqual(before);
  await expect(page.locator("main[data-same]")).toBeVisible();
  expect(asked).toEqual([]);
}

test.describe("on the watch page", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/");
    await page.locator('main a[href^="/videoinfo?id="]').first().tap();
    await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  });

  test("back closes only the open sheet or player menu, forward does not reopen it, and closing by its button leaves no entry", async ({
    page,
  }) => {
    await test.step("back closes a menu of the player", async () => {
      // paused, so that the controls stay and the preview does not end
      await pauseVideo(page);
      const menu = page.getByRole("menu", { name: "倍速" });
      await expectBackCloses(page, menu, () => playerOn(page).button(/^倍速/).tap());
    });

    for (const name of ["选集", "分享", "举报"])
      await test.step(`back closes ${name}, and forward does not open it`, async () => {
        const open = () => page.getByRole("button", { name, exact: true }).tap();
        await expectBackCloses(page, dialog(page, name), open);
        await page.goForward();
        await expect(dialog(page, name)).toBeHidden();
        await expectBackCloses(page, dialog(page, name), open);
      });

    for (const name of ["分享", "选集"])
      await test.step(`${name} closed by its button leaves no entry`, async () => {
        await page.getByRole("button", { name, exact: true }).tap();
        await dialog(page, name).getByRole("button", { name: "关闭" }).tap();
        await expect(dialog(page, name)).toBeHidden();
        await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(undefined);
      });
    await page.goBack();
    await expect(page.getByRole("link", { name: "影视搜索" })).toBeVisible();
  });

  test("an overlay always has its own history entry", async ({ page }) => {
    await pauseVideo(page);
    await noteOverlays(page);
    const openers = {
      分享: page.getByRole("button", { name: "分享", exact: true }),
      选集: page.getByRole("button", { name: "选集", exact: true }),
      举报: page.getByRole("button", { name: "举报", exact: true }),
      倍速: playerOn(page).button(/^倍速/),
    };
    const overlays = page.locator("dialog[open], [role=menu]");
    for (const [name, opener] of Object.entries(openers))
      await test.step(name, async () => {
        await opener.tap();
        await expect(overlays).toBeVisible();
        await page.goBack();
        await expect(overlays).toHaveCount(0);
      });
    expect(await page.evaluate(() => window.entriesOfOverlays)).toEqual([1, 1, 1, 1]);
    await expect(page).toHaveURL(/videoinfo/);
  });

  test("a reload with an open overlay leaves no entry behind", async ({ page }) => {
    await page.getByRole("button", { name: "分享", exact: true }).tap();
    await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(1);
    await page.reload();
    await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(undefined);
    await page.goBack();
    await expect(page.getByRole("link", { name: "影视搜索" })).toBeVisible();
  });
});

test("back closes the confirmation of a deletion", async ({ page }) => {
  await page.goto("/sreach");
  await page.getByRole("searchbox").fill("海");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/sreinfo/);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "搜索历史" })).toBeVisible();
  await expectBackCloses(page, dialog(page, "清空搜索历史"), () =>
    page.getByRole("button", { name: "清空搜索历史" }).tap(),
  );
});

test.describe("an ended preview", () => {
  test("back closes the pay sheet, and following its link leaves no entry behind", async ({
    page,
  }) => {
    await page.goto("/login");
    await page.goto(`/videoinfo?id=${WHOLE}`);
    const sheet = dialog(page, "付费影视");
    const player = playerOn(page);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await expectBackCloses(page, sheet, () => player.seek(PREVIEW_SECONDS - 1));
    await player.seek(PREVIEW_SECONDS - 2);
    await player.showControls();
    await player.button("播放").tap();
    await expect(sheet).toBeVisible();
    await sheet.getByRole("link", { name: "购买VIP" }).tap();
    await expect(page).toHaveURL(/\/vip\b/);
    await page.goBack();
    await expect(page).toHaveURL(/videoinfo/);
    await expect(sheet).toBeHidden();
    await page.goForward();
    await expect(page).toHaveURL(/\/vip\b/);
    await page.goBack();
    await expect(page).toHaveURL(/videoinfo/);
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe("a first visit", () => {
  test.use({ firstVisit: true });

  test("back closes the popup ad, and home stays unchanged", async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "adult", value: "1", url: baseURL ?? "" }]);
    await page.goto("/sreach");
    await page.goto("/");
    const asked = watchListRequests(page);
    await expect(dialog(page, "弹窗广告")).toBeVisible();
    await page.goBack();
    await expect(dialog(page, "弹窗广告")).toBeHidden();
    await scrollDown(page, 500);
    expect(new URL(page.url()).pathname).toBe("/");
    expect(asked.filter((request) => !request.startsWith("/rows/"))).toEqual([]);
  });
});
