import type { Page } from "playwright/test";
import { expect, test } from "./site.ts";

/** Lower than a phone, so that there is something to scroll to. */
const LOW = { width: 390, height: 480 };
const STOPS = 40;

/** What has the focus while something else lies over its middle. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const above = document.elementFromPoint(x + width / 2, y + height / 2);
    if (above && (focused.contains(above) || above.contains(focused))) return undefined;
    return focused.getAttribute("aria-label") ?? focused.textContent;
  });

for (const path of ["/mine", "/pay", "/setpaw"])
  test(`whoever goes through ${path} by keyboard finds no bar over what has the focus`, async ({
    page,
  }) => {
    await page.setViewportSize(LOW);
    await page.goto(path, { waitUntil: "networkidle" });
    for (const key of ["Tab", "Shift+Tab"])
      for (let stop = 0; stop < STOPS; stop++) {
        await page.keyboard.press(key);
        expect(await hidden(page), `${key} ${stop}`).toBeUndefined();
      }
  });
