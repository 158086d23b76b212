import type { Page } from "playwright/test";
import { memberOf } from "../../support/members/members.ts";
import { temporaryFolder } from "../../support/servers/program.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect, hydrated, showTab, test as siteTest } from "../fixtures/site.ts";
import { isWholeBrowser, openWithProfile } from "../own-profile.ts";

/* Pages that Chromium itself keeps (bfcache); the shell without a window, which other tests use, keeps none. */

const VIDEO = "/videoinfo?id=130001";

const test = siteTest.extend<{ own: Page }>({
  own: async ({ site }, use) => {
    await using profile = await temporaryFolder();
    await using browser = await openWithProfile(profile.path, site.url);
    await use(await browser.context.newPage());
  },
});
test.skip(!isWholeBrowser, "the headless shell keeps no pages");

const setting = (page: Page, name: string) => page.getByRole("switch", { name });

async function open(page: Page, address: string) {
  const answer = await page.goto(address);
  await hydrated(page);
  return answer?.headers()["cache-control"];
}

/** Plays the video on a page that may be kept: one of the page cache, not one of a visitor's own. */
async function watch(page: Page) {
  await expect.poll(() => open(page, VIDEO)).toBe("private, no-cache");
  await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
  // after the page's own listeners, before anything is painted
  await page.evaluate(() =>
    addEventListener("pageshow", ({ persisted }) => {
      const isPlaying = document.querySelector("video")?.paused === false;
      const state = {
        persisted,
        isShown: document.body.checkVisibility({ visibilityProperty: true }),
        isPlaying,
      };
      sessionStorage.setItem("back", JSON.stringify(state));
    }),
  );
}

/** A page that is kept is not loaded again, which Playwright would wait for. */
const goBack = (page: Page) => page.goBack({ waitUntil: "commit" });

const stateWhenBack = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem("back") ?? "{}"));

test.beforeEach(async ({ own, upstream }) => {
  await open(own, "/centersetting");
  await memberOf(upstream.db, await codeOf(own)).makeVip();
});

test("a kept page is shown to who is unlocked, and locked for who is not", {
  tag: "@night",
}, async ({ own: page }) => {
  await setting(page, "应用锁").tap();
  const dialog = page.getByRole("dialog", { name: "打开应用锁" });
  for (const field of await dialog.locator("input").all()) await field.fill("2580");
  await dialog.getByRole("button", { name: "确定" }).tap();
  await expect(setting(page, "应用锁")).toBeChecked();
  await watch(page);
  const title = page.getByRole("main").getByRole("heading", { level: 2 }).first();

  await open(page, "/privacy");
  await goBack(page);
  await expect(title).toBeVisible();
  expect(await stateWhenBack(page)).toMatchObject({ persisted: true, isShown: true });

  await open(page, "/privacy");
  await showTab(page, "hidden");
  await showTab(page, "visible");
  await goBack(page);
  await expect(page.getByRole("dialog", { name: "已锁定" })).toBeVisible();
  await expect(title).toBeHidden();
  expect(await stateWhenBack(page)).toEqual({ persisted: true, isShown: false, isPlaying: false });
});

test("after 快速离开, a kept page leaves before it is shown", { tag: "@night" }, async ({
  own: page,
}) => {
  await setting(page, "快速离开").tap();
  await watch(page);
  await open(page, "/privacy");
  await expect(async () => {
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
    expect(page.url()).toBe("about:blank");
  }).toPass();
  await goBack(page).catch(() => undefined);
  await expect(page).toHaveURL("about:blank");
  await expect(page.locator("body")).toBeEmpty();
  await open(page, "/privacy");
  expect(await stateWhenBack(page)).toEqual({ persisted: true, isShown: false, isPlaying: false });
});

test("after 清除痕迹, no page is kept", { tag: "@night" }, async ({ own: page }) => {
  await watch(page);
  await open(page, "/privacy");
  await page.getByText("清除痕迹", { exact: true }).tap();
  await page.getByRole("button", { name: "确认清除" }).tap();
  await expect(page.getByRole("heading", { name: "已清除" })).toBeVisible();
  for (const path of ["/privacy", VIDEO]) {
    await goBack(page);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("dialog", { name: "年龄确认" })).toBeVisible();
    await hydrated(page);
  }
  expect(await stateWhenBack(page)).toEqual({});
});
