import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { transformWithEsbuild } from "vite";
import { watchListRequests } from "../fixtures/place.ts";
import { expect, test } from "../fixtures/site.ts";

/** The part of Remix's router on the page that tests use. */
interface Router {
  state: { location: { key: string; pathname: string } };
  navigate: (to: string, options: object) => Promise<void>;
}
declare global {
  interface Window {
    __remixRouter: Router;
  }
}

/** The state of `app/remix/history.ts`, and the router's own key. */
async function entryOn(page: Page) {
  const { code } = await transformWithEsbuild(
    await readFile("app/remix/history.ts", "utf8"),
    "history.ts",
    { format: "iife", globalName: "entries" },
  );
  return page.evaluate<{ key: string; index: number; overlays: number; router: string }>(
    `${code}; ({
      key: entries.entryKey(),
      index: entries.entryIndex(),
      overlays: entries.entryOverlays(),
      router: window.__remixRouter.state.location.key,
    })`,
  );
}

test("entries carry the router's own key and a count, through links, overlays, back and reloads", async ({
  page,
}) => {
  const expectEntry = async (index: number, overlays: number) => {
    // after going back, the browser is at the entry before the router has loaded its page
    const shown = async () => {
      const { key, router, ...entry } = await entryOn(page);
      return { ...entry, isTheRouters: key === router };
    };
    await expect.poll(shown).toEqual({ index, overlays, isTheRouters: true });
    return (await entryOn(page)).key;
  };
  await page.goto("/");
  const home = await expectEntry(0, 0);
  await page.locator('main a[href^="/videoinfo?id="]').first().tap();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  const video = await expectEntry(1, 0);
  expect(video).not.toBe(home);
  await page.getByRole("button", { name: "分享", exact: true }).tap();
  expect(await expectEntry(2, 1)).toBe(video);
  await page.goBack();
  expect(await expectEntry(1, 0)).toBe(video);
  await page.reload();
  expect(await expectEntry(1, 0)).toBe(video);
  await page.goBack();
  expect(await expectEntry(0, 0)).toBe(home);
});

test("an entry without a state has the router's default key", async ({ page }) => {
  await page.goto("/category");
  await page.evaluate(() => {
    location.hash = "somewhere";
  });
  await expect.poll(async () => (await entryOn(page)).router).toBe("default");
  expect(await entryOn(page)).toMatchObject({ key: "default", index: 0 });
});

test("the router cannot add an entry for the same page without a reload; once it can, `app/remix/history.ts` can be removed", async ({
  page,
}) => {
  await page.goto("/category");
  const { router: key } = await entryOn(page);
  const asked = watchListRequests(page);
  await page.evaluate(() =>
    window.__remixRouter.navigate("/category", { state: {}, preventScrollReset: true }),
  );
  await expect.poll(async () => (await entryOn(page)).index).toBe(1);
  expect((await entryOn(page)).router).not.toBe(key);
  await expect.poll(() => asked.length).toBe(1);
});
