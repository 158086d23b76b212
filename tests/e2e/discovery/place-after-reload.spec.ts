import type { Page } from "playwright/test";
import { drawn } from "../fixtures/drawn.ts";
import { openVideo, type Place, placeOn, scrollDown } from "../fixtures/place.ts";
import { expect, test } from "../fixtures/upstream-site.ts";

const TOLERANCE = 8;
/** In bytes, as browsers count them: two for each character. */
const MOST_KEPT = 300_000;

/** The same card stands first, where it stood. */
async function expectAt(page: Page, place: Place) {
  const at = async () => {
    const { first, top } = await placeOn(page);
    return first === place.first && Math.abs(top - place.top) <= TOLERANCE;
  };
  await expect
    .poll(at, { message: `the first card is ${place.first}, at ${place.top}` })
    .toBe(true);
  await drawn(page);
  expect(await placeOn(page)).toMatchObject({ first: place.first });
  expect(await at()).toBe(true);
}

async function placeAt(page: Page, y: number) {
  await scrollDown(page, y);
  return placeOn(page);
}

async function throughReloadedVideo(page: Page) {
  await openVideo(page);
  await page.reload();
  await page.goBack();
}

const kept = (page: Page) =>
  page.evaluate(() => Object.entries(sessionStorage).flat().join("").length * 2);

const open: Record<string, (page: Page) => Promise<unknown>> = {
  "a tag": (page) => page.goto("/?tag=101"),
  "search results": (page) => page.goto("/sreinfo?type=0&sonType=&searchStr=&title=全部"),
  "the ranking": (page) => page.goto("/sreinfo?type=15&sonType=&searchStr=&title=排行"),
  "a topic": async (page) => {
    await page.goto("/category");
    await page.locator('a[href^="/cateInfo?item="]').first().tap();
    await expect(page).toHaveURL(/cateInfo/);
    await expect(page.locator('main a[href^="/videoinfo"]').first()).toBeVisible();
  },
};

for (const [name, start] of Object.entries(open))
  test(`${name}, left for a video that is reloaded, stands where it was left, and when it is reloaded itself`, async ({
    page,
  }) => {
    await start(page);
    const place = await placeAt(page, 5_000);
    await throughReloadedVideo(page);
    await expectAt(page, place);
    const deeper = await placeAt(page, 7_000);
    await page.reload();
    await expectAt(page, deeper);
    await throughReloadedVideo(page);
    await expectAt(page, deeper);
    expect(await kept(page)).toBeLessThan(MOST_KEPT);
  });
