import type { Page } from "playwright/test";

/** One finger on the screen, which Playwright's own `tap` can only put down and lift. Places are in CSS pixels. */
export async function fingerOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd",
    touchPoints: { x: number; y: number }[],
  ) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    async down(x: number, y: number) {
      at = { x, y };
      await send("touchStart", [at]);
    },
    async moveBy(x: number, y: number) {
      const from = at;
      for (let step = 1; step <= 8; step += 1) {
        at = { x: from.x + (x * step) / 8, y: from.y + (y * step) / 8 };
        await send("touchMove", [at]);
      }
    },
    lift: () => send("touchEnd", []),
  };
}
