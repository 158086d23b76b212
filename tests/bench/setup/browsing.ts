import { chromium, expect, type Page } from "playwright/test";
import { skipFirstVisit } from "../../e2e/fixtures/site.ts";
import playwrightConfig from "../../e2e/playwright.config.ts";
import { disposable } from "../../support/disposable.ts";

const { launchOptions, trace: _, screenshot: __, ...phone } = playwrightConfig.use ?? {};
const PATIENCE = { timeout: 60_000 };

/** A browser on a phone, each of whose visitors has been asked everything that a first visit asks. */
export async function startBrowsing(url: string) {
  const browser = await chromium.launch(launchOptions);
  return disposable({
    async newPage(): Promise<Page> {
      const context = await browser.newContext({ ...phone, baseURL: url });
      await skipFirstVisit(context, url);
      return context.newPage();
    },
    stop: () => browser.close(),
  });
}

/**
 * A visit: the home page, a video from it, which is liked and watched, back, the topics, and the visitor's own page.
 *
 * @param seconds of the video that are watched; a guest's preview has 15
 */
export async function visit(page: Page, seconds: number) {
  await page.goto("/");
  await page.locator('a[href^="/videoinfo"]').first().tap(PATIENCE);
  const video = page.locator("video").first();
  const watched = () => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  const until = (reached: number) =>
    expect.poll(watched, { timeout: 60_000 + 2_000 * seconds }).toBeGreaterThan(reached);
  await until(0.5);
  const liked = page.waitForResponse((answer) => answer.request().method() === "POST", PATIENCE);
  await page.getByRole("button", { name: "点赞" }).first().tap(PATIENCE);
  await liked;
  await until(seconds);
  // at its end a preview lays a sheet over the page, which the first step back closes
  while (new URL(page.url()).pathname !== "/") await page.goBack();
  for (const address of ["/category", "/mine"]) {
    await page.locator(`a[href="${address}"]`).first().tap(PATIENCE);
    await page.waitForURL(`**${address}`, PATIENCE);
  }
}
