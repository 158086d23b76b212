import type { Page } from "playwright/test";

/** Holds requests for these addresses back until what it answers is called. */
export async function holdRequests(page: Page, address: RegExp | ((url: URL) => boolean)) {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await free;
    // the page may be gone by then
    await route.continue().catch(() => {});
  });
  return letGo;
}
