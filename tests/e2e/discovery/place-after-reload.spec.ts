import type { Page } from "playwright/test";
import { drawn } from "../fixtures/drawn.ts";
import { openVideo, type Place, placeOn, scrollDown } from "../fixtures/place.ts";
import { expect, test } from "../fixtures/site.ts";

const TOLERANCE = 8;
/** In bytes as browsers count them: two for each character. */
const MOST_KEPT = 300_000;

/** Expects the same first card at the same position. */
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

/** The number of stored pages of the list with the most. */
const keptPages = (page: Page) =>
  page.evaluate(() => {
    const entries: { values: { pages?: number } }[] = JSON.parse(
      sessionStorage.getItem("historyEntries") ?? "[]",
    );
    return Math.max(...entries.map(({ values }) => values.pages ?? 0));
  });

/** Holds requests for rows until there are this many, and returns how many there were. */
async function holdRows(page: Page, list: string, expected: number) {
  let asked = 0;
  let release = () => {};
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/rows/${list}?*`, async (route) => {
    asked += 1;
    if (asked === expected) release();
    await all;
    await route.continue();
  });
  return () => asked;
}

const open: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto("/"),
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

for (const [name, start] of Object.entries(open)) {
  const title = `${name} keeps its scroll position after a reload of a video opened from it, and after its own reload`;
  const tag = name === "home" || name === "search results" ? [] : "@night";
  test(title, { tag }, async ({ page }) => {
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
}

test("home returns to the same card after a reload, although the continue shelf has appeared meanwhile", async ({
  page,
}) => {
  await page.goto("/");
  const place = await placeAt(page, 5_000);
  await openVideo(page);
  const opened = new URL(page.url()).searchParams.get("id") ?? "";
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("knownVideos")))
    .toContain(opened);
  await page.goBack();
  await expectAt(page, place);
  await page.addInitScript((code) => {
    const left = { code, episode: 0, seconds: 40, length: 600, at: Date.now() };
    localStorage.setItem("videoHistory", JSON.stringify([left]));
  }, opened);
  await page.reload();
  await expect(page.getByRole("region", { name: "继续观看" })).toBeAttached();
  await expectAt(page, place);
});

test("home keeps its scroll position when the visitor goes back from a discarded video page before it is interactive", async ({
  page,
}) => {
  await page.goto("/");
  const place = await placeAt(page, 5_000);
  await openVideo(page);
  await page.goto("about:blank");
  await page.goBack();
  await page.goBack();
  // going back before hydration loads a document; the page that is left is never hydrated
  await expect(page.locator("html")).toHaveAttribute("data-hydrated");
  await expectAt(page, place);
});

test("rows that were not stored are requested together, and the scroll position is restored", async ({
  page,
}) => {
  await open["search results"]?.(page);
  const place = await placeAt(page, 4_000);
  await openVideo(page);
  await page.addInitScript(() => {
    const entries = JSON.parse(sessionStorage.getItem("historyEntries") ?? "[]");
    for (const { values } of entries)
      for (const name of Object.keys(values)) if (name.startsWith("rows of")) delete values[name];
    sessionStorage.setItem("historyEntries", JSON.stringify(entries));
  });
  await page.reload();
  const pages = await keptPages(page);
  expect(pages).toBeGreaterThan(2);
  const asked = await holdRows(page, "results", pages - 1);
  await page.goBack();
  await expectAt(page, place);
  expect(asked()).toBe(pages - 1);
});
