import { type BrowserContext, test as base, expect } from "playwright/test";
import { startSiteProgram } from "../support/program.ts";

/** A site of the worker's own: the built program with its embedded upstream, on loopback. */
export interface RunningSite {
  url: string;
}

/**
 * Browser tests. The page fails the test when its console shows an error, when it breaks the content security
 * policy or when an exception goes uncaught, unless the test expects trouble (`test.use({ trouble: true })`). The
 * visitor has been asked everything that a first visit asks, unless the test is about that (`firstVisit: true`).
 */
export const test = base.extend<
  { trouble: boolean; calm: undefined; firstVisit: boolean; settled: undefined },
  { site: RunningSite }
>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const site = await startSiteProgram();
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  trouble: [false, { option: true }],
  firstVisit: [false, { option: true }],
  settled: [
    async ({ context, site, firstVisit }, use) => {
      if (!firstVisit) await settle(context, site.url);
      await use(undefined);
    },
    { auto: true },
  ],
  calm: [
    async ({ context, trouble }, use) => {
      const complaints: string[] = [];
      context.on("console", (message) => {
        if (!["error", "warning"].includes(message.type())) return;
        // the test runner's own remark
        if (!message.text().startsWith("Service Worker registration blocked"))
          complaints.push(message.text());
      });
      context.on("weberror", (error) => complaints.push(String(error.error())));
      await use(undefined);
      if (!trouble) expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Makes a browser's visitor one who has been asked everything that a first visit asks. */
export async function settle(context: BrowserContext, url: string) {
  await context.addCookies([{ name: "adult", value: "1", url }]);
  await context.addInitScript(() => {
    // an empty page has no storage
    if (window.origin === "null") return;
    for (const name of ["popupAdShown", "installShown"]) sessionStorage.setItem(name, "1");
  });
}
