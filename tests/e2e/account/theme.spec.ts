import type { Page } from "playwright/test";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, hydrated, test } from "../fixtures/site.ts";

const LIGHT = "rgb(246, 244, 241)";
const DARK = "rgb(15, 13, 11)";

const colours = (page: Page) =>
  page.evaluate(() => ({
    background: getComputedStyle(document.body).backgroundColor,
    // for scroll bars and form controls, which the browser draws
    scheme: getComputedStyle(document.documentElement).colorScheme,
    bars: [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].find(
      ({ media }) => matchMedia(media).matches,
    )?.content,
  }));

const dark = { background: DARK, scheme: "dark", bars: "#0f0d0b" };
const light = { background: LIGHT, scheme: "light", bars: "#f6f4f1" };
const system = { ...light, scheme: "light dark" };

/** Records the page's background in every frame from the first. */
const noteBackgrounds = () => {
  const backgrounds: string[] = [];
  Object.assign(window, { backgrounds });
  const note = () => {
    if (document.body) backgrounds.push(getComputedStyle(document.body).backgroundColor);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
};

test.describe("with scripts", () => {
  test.use({ beforeScripts: true });

  test("a chosen theme applies from the first frame, before any script runs, in every tab, until another is chosen", async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    const open = async (tab: Page, path: string) => {
      await tab.goto(path);
      await hydrated(tab);
    };
    await open(other, "/");
    await open(page, "/centersetting");
    const choice = (name: string) => page.getByRole("radio", { name, exact: true });

    await test.step("a choice shows at once, also in another tab", async () => {
      await expect(choice("跟随系统")).toBeChecked();
      expect(await colours(page)).toEqual(system);
      await choice("深色").check();
      expect(await colours(page)).toEqual(dark);
      await expect.poll(() => colours(other)).toEqual(dark);
    });

    await test.step("a page starts with it while its scripts load", async () => {
      await page.addInitScript(noteBackgrounds);
      const letGo = await holdRequests(page, /\/assets\/.*\.js$/);
      await page.goto("/", { waitUntil: "commit" });
      await expect
        .poll(() => page.evaluate<number>("window.backgrounds?.length ?? 0"))
        .toBeGreaterThan(2);
      expect(await page.evaluate("'hydrated' in document.documentElement.dataset")).toBe(false);
      expect(await colours(page)).toEqual(dark);
      letGo();
      await hydrated(page);
      expect(new Set(await page.evaluate<string[]>("backgrounds"))).toEqual(new Set([DARK]));
      expect(await colours(page)).toEqual(dark);
    });

    await test.step("a change of the system theme does not affect it until the system theme is chosen again", async () => {
      await open(page, "/centersetting");
      await expect(choice("深色")).toBeChecked();
      await page.emulateMedia({ colorScheme: "dark" });
      await choice("浅色").check();
      expect(await colours(page)).toEqual(light);
      await choice("跟随系统").check();
      expect(await colours(page)).toEqual({ ...dark, scheme: "light dark" });
      await expect.poll(() => colours(other)).toEqual(system);
    });
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, colorScheme: "dark" });

  test("the system theme applies, and no theme control is shown", async ({ page }) => {
    await page.goto("/centersetting");
    await expect(page.locator("body")).toHaveCSS("background-color", DARK);
    await expect(page.getByRole("link", { name: "个人资料" })).toBeVisible();
    await expect(page.getByText("外观")).toBeHidden();
    await expect(page.getByText("流量设置")).toBeHidden();
  });
});
