import type { Page } from "playwright/test";
import { openVideo, placeOn, scrollDown } from "../fixtures/place.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect, hydrated, test } from "../fixtures/site.ts";

test.use({ trouble: true });

/** Another build takes the place of the page's own: what has not been fetched yet is gone, until a document comes. */
async function deploy(page: Page) {
  const documents: string[] = [];
  const files = "**/assets/*";
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  page.on("request", async (request) => {
    if (!request.isNavigationRequest()) return;
    documents.push(request.url().replace(/^http:\/\/[^/]+/, ""));
    await page.unroute(files);
  });
  return documents;
}

test("the first tap still opens a video after the page's build was replaced, and going back restores the scroll position", async ({
  page,
}) => {
  await page.goto("/");
  await scrollDown(page, 900);
  const before = await placeOn(page);
  const documents = await deploy(page);
  await openVideo(page);
  // a chunk that was on its way as well may ask for the same document once more
  const { pathname, search } = new URL(page.url());
  expect([...new Set(documents)]).toEqual([pathname + search]);
  await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
  await page.goBack();
  await expect.poll(() => placeOn(page)).toEqual(before);
});

test("a sheet whose code is gone opens at the second tap, and the page keeps its scroll position", async ({
  page,
}) => {
  await page.goto("/videoinfo?id=100301");
  const scrolled = () => page.evaluate(() => window.scrollY);
  await scrollDown(page, 40);
  const before = 40;
  const documents = await deploy(page);
  const share = page.getByRole("button", { name: "分享", exact: true });
  await share.tap();
  await expect.poll(() => documents).toContain("/videoinfo?id=100301");
  await hydrated(page);
  await expect.poll(scrolled).toBe(before);
  const loaded = documents.length;
  await share.tap();
  await expect(page.getByRole("dialog", { name: "分享" }).getByRole("img")).toBeVisible();
  expect(documents).toHaveLength(loaded);
});
