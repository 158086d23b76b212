import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import { startSiteProgram } from "../support/program.ts";

/** A site of the worker's own: the built program with its embedded upstream, on loopback. */
export interface RunningSite {
  url: string;
}

/**
 * Browser tests. The page fails the test when its console shows an error, when it breaks the content security
 * policy or when an exception goes uncaught, unless the test expects trouble (`test.use({ trouble: true })`). The
 * visitor has been asked everything that a first visit asks, unless the test is about that (`firstVisit: true`), and
 * waits until the page's scripts have started, unless the test is about what happens before (`early: true`).
 */
export const test = base.extend<
  {
    trouble: boolean;
    calm: undefined;
    firstVisit: boolean;
    settled: undefined;
    early: boolean;
    awake: undefined;
  },
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
  early: [false, { option: true }],
  awake: [
    async ({ context, javaScriptEnabled, early }, use) => {
      await context.addInitScript(noteHydration);
      if (javaScriptEnabled !== false && !early) context.on("page", waitOnArrival);
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

/** Opening and reloading a page takes until its scripts have started. */
function waitOnArrival(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await hydrated(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload(...args);
    await hydrated(page);
    return answer;
  };
}

/** Waits until the scripts of a page of the app have started; other pages have none to wait for. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => !("__remixContext" in window) || "hydrated" in window);
}

/** A clock that a test has installed knows nothing of the page's own marks. */
const noteHydration = () =>
  window.addEventListener("hydrated", () => Object.assign(window, { hydrated: true }));
