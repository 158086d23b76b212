import type { Page } from "playwright/test";
import { openVideo, placeOn, scrollDown } from "../fixtures/place.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect, hydrated, test } from "../fixtures/site.ts";

test.use({ mayLogErrors: true });

/** Replaces the page's build: files that have not been fetched are missing until a new document is loaded. */
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

test("after a deployment the first tap opens a video, and going back restores the scroll position", async ({
  page,
}) => {
  await page.goto("/");
  await scrollDown(page, 900);
  const before = await placeOn(page);
  const documents = await deploy(page);
  await openVideo(page);
  // another chunk that was loading may request the same document again
  const { pathname, search } = new URL(page.url());
  expect([...new Set(documents)]).toEqual([pathname + search]);
  await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
  await page.goBack();
  await expect.poll(() => placeOn(page)).toEqual(before);
});

test("after a deployment a sheet opens at the second tap, and the page keeps its scroll position", async ({
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
