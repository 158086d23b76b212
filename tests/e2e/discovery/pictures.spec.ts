import type { Page } from "playwright/test";
import { expect, test } from "../fixtures/site.ts";

const widthOf = (address: string) => Number(new URL(address).searchParams.get("w"));
const fileOf = async (page: Page, place: string) =>
  widthOf(
    await page
      .locator(place)
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc),
  );

test("a document names every picture it shows, and preloads the one needed first", async ({
  request,
}) => {
  for (const path of ["/", "/?tag=103", "/sreinfo?type=&sonType=&searchStr=海&title=搜索"]) {
    const html = await (await request.get(path)).text();
    // pictures of slides and strips that are not visible yet have a `src` only for browsers without scripts
    const unseen = html.match(/<img[^>]*>(<\/picture>)?<noscript><img[^>]*>/g) ?? [];
    expect(unseen.length > 0, path).toBe(path === "/");
    for (const pair of unseen) expect(pair.match(/ src="\/image\//g)).toHaveLength(1);
    const images =
      html.replace(/<img[^>]*>(<\/picture>)?<noscript>/g, "").match(/<img[^>]*>/g) ?? [];
    expect(images.length, path).toBeGreaterThan(5);
    for (const image of images) {
      expect(image).toMatch(/ src="\/image\/[\w.-]+\?w=\d+" srcSet="[^"]+"/);
    }
    const eager = images.filter((image) => image.includes('loading="eager"'));
    expect(eager, path).toHaveLength(1);
    expect(eager[0]).toContain('fetchpriority="high"');
  }
});

for (const { points, pixels, wide, half } of [
  { points: 320, pixels: 2, wide: 720, half: 360 },
  { points: 390, pixels: 2, wide: 720, half: 360 },
  { points: 430, pixels: 2, wide: 1080, half: 540 },
  { points: 390, pixels: 3, wide: 1080, half: 540 },
]) {
  test.describe(`on a screen of ${points} points with ${pixels} pixels each`, () => {
    test.use({ viewport: { width: points, height: 844 }, deviceScaleFactor: pixels });

    test("pictures have the resolution of the screen, and no more", async ({ page }) => {
      await page.goto("/");
      expect(await fileOf(page, "#featured li:first-child img")).toBe(wide);
      expect(await fileOf(page, "#featured li:nth-child(2) img")).toBe(half);
    });
  });
}

test.describe("on a first visit", () => {
  test.use({ deviceScaleFactor: 3, firstVisit: true });

  test("no picture is loaded in a size that is not displayed, not even the popup ad's", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "adult", value: "1", url: baseURL ?? "" }]);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/image/")) asked.push(request.url());
    });
    await page.goto("/");
    const popup = page.locator("dialog[open] img");
    // the site resizes two dozen pictures before the page has loaded, at the largest size
    await expect(popup).toBeVisible({ timeout: 60_000 });
    await expect(popup).toHaveJSProperty("complete", true);
    expect(asked.length).toBeGreaterThan(5);
    // a picture has no `currentSrc` before its first bytes have arrived
    await expect
      .poll(
        async () => {
          const shown = await page.evaluate(() =>
            [...document.images].map(({ currentSrc }) => currentSrc),
          );
          return asked.filter((address) => !shown.includes(address));
        },
        { timeout: 60_000 },
      )
      .toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
  });
});
