import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, devices, type Page } from "playwright";
import { setInsets } from "../e2e/fixtures/safe-area.ts";
import { skipFirstVisit } from "../e2e/fixtures/site.ts";
import { memberOf } from "../support/members/members.ts";
import type { View } from "./options.ts";
import { giveRiches } from "./riches.ts";
import type { Screen } from "./screen.ts";
import type { World } from "./worlds.ts";

export const FOLDER = "test-results/screenshots";

/** Takes a screen's pictures, light and dark. */
export async function take(
  screen: Screen,
  { browser, world, view, full }: { browser: Browser; world: World; view: View; full: boolean },
) {
  const { width, height, phone } = view;
  const context = await browser.newContext({
    ...(phone && devices["Pixel 7"]),
    viewport: { width, height },
    deviceScaleFactor: phone ? 2 : 1,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    serviceWorkers: "block",
    baseURL: world.url,
    ...(!phone && { hasTouch: true, userAgent: devices["Desktop Chrome"].userAgent }),
    ...(screen.userAgent && { userAgent: screen.userAgent }),
    // pictures of the same moment each time
    reducedMotion: "reduce",
  });
  try {
    if (!screen.firstVisit) await skipFirstVisit(context, world.url);
    const page = await context.newPage();
    await enlargeText(page, view.text);
    if (view.insets) await setInsets(page, view.insets);
    await screen.open(visitOf(page, world));
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await calm(page);
      const folder = join(FOLDER, scheme + view.suffix);
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${screen.name}.png`) });
      if (full)
        await page.screenshot({ path: join(folder, `${screen.name}-full.png`), fullPage: true });
    }
  } finally {
    await context.close();
  }
}

function visitOf(page: Page, { url, db }: World) {
  const member = async () => {
    const answer = await page.request.get("/member");
    const code = /"(\d{8})"/.exec(await answer.text())?.[1] ?? "";
    return { code, ...memberOf(db, code) };
  };
  return { page, url, db, member, richMember: async () => giveRiches(db, await member()) };
}

async function enlargeText(page: Page, size: number) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
}

/** Nothing more comes and nothing is on its way; a page that waits for ever is calm, too. */
async function calm(page: Page) {
  await page.waitForLoadState("networkidle", { timeout: 4_000 }).catch(() => undefined);
  await page.waitForTimeout(500);
}
