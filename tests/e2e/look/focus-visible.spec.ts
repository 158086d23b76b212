import type { Page } from "playwright/test";
import { drawn } from "../fixtures/drawn.ts";
import { expect, test } from "../fixtures/site.ts";

/** Lower than a phone, so that pages must scroll. */
const LOW = { width: 390, height: 560 };
const THERE = 40;
const BACK = 15;

/** By how many pixels a bar at the screen's edge covers the focused element. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 0;
    const { top, bottom } = focused.getBoundingClientRect();
    const under = [...document.querySelectorAll("body *")]
      .filter((bar) => ["fixed", "sticky"].includes(getComputedStyle(bar).position))
      .filter((bar) => !bar.contains(focused) && !focused.contains(bar) && bar.checkVisibility())
      .map((bar) => bar.getBoundingClientRect())
      .filter(({ width }) => width > innerWidth / 2)
      .map((place) => Math.min(bottom, place.bottom) - Math.max(top, place.top));
    return Math.max(0, ...under.map(Math.round));
  });

for (const path of [
  "/",
  "/sreinfo?type=0&title=全部",
  "/videoinfo?id=100301",
  "/mine",
  "/pay",
  "/setpaw",
])
  test(`on ${path} no bar covers the element with keyboard focus`, async ({ page }) => {
    await page.setViewportSize(LOW);
    await page.goto(path);
    await drawn(page);
    for (const [key, steps] of [
      ["Tab", THERE],
      ["Shift+Tab", BACK],
    ] as const)
      for (let step = 0; step < steps; step++) {
        await page.keyboard.press(key);
        expect(await covered(page), `${key} ${step}`).toBe(0);
      }
  });
