import type { Page } from "playwright/test";
import { expect, test } from "./site.ts";

/** How much of what has the focus lies under the bars at the screen's edges, in pixels; bars themselves do not count. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const bars = [...document.querySelectorAll("header, nav, main > :first-child, main + nav")]
      .filter((bar) => ["fixed", "sticky"].includes(getComputedStyle(bar).position))
      .map((bar) => ({ bar, place: bar.getBoundingClientRect() }));
    if (!at || at === document.body || bars.some(({ bar }) => bar.contains(at))) return 0;
    const { top, bottom } = at.getBoundingClientRect();
    const under = bars.map(({ place }) =>
      Math.max(0, Math.min(bottom, place.bottom) - Math.max(top, place.top)),
    );
    return Math.round(Math.max(...under));
  });

async function walk(page: Page, key: "Tab" | "Shift+Tab", steps: number) {
  const found: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key);
    found.push(await covered(page));
  }
  return found.filter((pixels) => pixels > 0);
}

for (const { name, path, steps } of [
  { name: "the home page", path: "/", steps: 45 },
  { name: "a list", path: "/sreinfo?type=0&title=全部", steps: 14 },
  { name: "a video's page", path: "/videoinfo?id=100301", steps: 26 },
]) {
  test(`the bars of ${name} cover nothing that has the focus, on the way down and back`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.locator('main a[href*="videoinfo"]').first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await walk(page, "Tab", steps)).toEqual([]);
    expect(await walk(page, "Shift+Tab", 10)).toEqual([]);
  });
}
