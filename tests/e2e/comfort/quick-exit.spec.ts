import type { Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/playback.ts";
import { fingerOn } from "../fixtures/touch.ts";

const BLANK = "about:blank";

const setting = (page: Page) => page.getByRole("switch", { name: "快速离开" });

async function tapHeaderThrice(page: Page) {
  const finger = await fingerOn(page);
  // sent together: a busy browser would otherwise handle each tap too late to count with the next
  await Promise.all([1, 2, 3].flatMap(() => [finger.down(195, 20), finger.lift()]));
}

/** Notes in the tab's storage what the page is like after each gesture's event. */
const noteExit = () => {
  const note = () => {
    const video = document.querySelector("video");
    const exit = { shown: document.body.checkVisibility(), sound: !video?.muted && !video?.paused };
    sessionStorage.setItem("exit", JSON.stringify(exit));
  };
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, note, true);
};

async function expectBlank(page: Page) {
  await expect(page).toHaveURL(BLANK);
  await expect(page.locator("body")).toBeEmpty();
  expect(await page.title()).toBe("");
}

test("three taps on the header silence the film and leave a blank page in their own event; going back shows nothing", async ({
  page,
  watch,
}) => {
  const shown: string[] = [];
  page.on("framenavigated", (frame) => shown.push(new URL(frame.url()).pathname));

  await test.step("off at first", async () => {
    await page.goto("/centersetting");
    await expect(setting(page)).not.toBeChecked();
    await tapHeaderThrice(page);
    await setting(page).tap();
    await expect(setting(page)).toBeChecked();
    expect(await violations(page)).toEqual([]);
  });

  await test.step("from the film", async () => {
    const player = await watch();
    expect(await player.read(({ paused, muted }) => paused || muted)).toBe(false);
    await page.evaluate(noteExit);
    await tapHeaderThrice(page);
    await expectBlank(page);
  });

  await test.step("the page before leaves, too, before it has loaded", async () => {
    shown.length = 0;
    await page.goBack({ waitUntil: "commit" }).catch(() => undefined);
    await expect.poll(() => shown).toEqual(["/centersetting", "blank"]);
    await expectBlank(page);
  });

  await test.step("who opens the site again sees it, and is not muted", async () => {
    await page.goto("/centersetting");
    await expect(setting(page)).toBeVisible();
    const [exit, playback, left] = await page.evaluate(() => [
      sessionStorage.getItem("exit"),
      localStorage.getItem("playback"),
      sessionStorage.getItem("left"),
    ]);
    expect(exit).toBe('{"shown":false,"sound":false}');
    expect(playback ?? "").not.toContain('"muted":true');
    expect(left).toBeNull();
  });

  await test.step("Escape three times, also from a dialog", async () => {
    await page.getByRole("button", { name: "清除缓存" }).tap();
    await expect(page.getByRole("dialog")).toBeVisible();
    // again if a busy browser was too slow between two
    await expect(async () => {
      for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
      expect(page.url()).toBe(BLANK);
    }).toPass();
  });
});
