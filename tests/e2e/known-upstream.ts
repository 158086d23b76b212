import type { Page } from "playwright/test";
import { memberOf } from "../support/members.ts";
import { startSiteProgram } from "../support/program.ts";
import { startTestUpstream } from "../support/upstream.ts";
import { codeOf } from "./member-code.ts";
import { type RunningSite, test as siteTest } from "./site.ts";

type Upstream = Awaited<ReturnType<typeof startTestUpstream>>;

/** With which a site's program talks to the given upstream. */
export const settingsFor = ({ url, settings }: Upstream) => ({
  UPSTREAM_URL: url,
  UPSTREAM_AES_KEY: settings.aesKey,
  UPSTREAM_AES_IV: settings.aesIv,
  UPSTREAM_SECURITY_HEADER: settings.securityHeader,
  SESSION_SECRET: "a-secret-for-browser-tests-and-nothing-else",
});

/** Browser tests in front of a reference upstream whose members can be changed behind the site's back. */
export const test = siteTest.extend<
  { memberOn: (page: Page) => Promise<ReturnType<typeof memberOf>> },
  { upstream: Upstream; site: RunningSite }
>({
  upstream: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const upstream = await startTestUpstream();
      await use(upstream);
      await upstream.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  site: [
    async ({ upstream }, use) => {
      const site = await startSiteProgram(settingsFor(upstream));
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  /** The member whom a page's visitor is. */
  memberOn: async ({ upstream }, use) => {
    await use(async (page) => memberOf(upstream.db, await codeOf(page)));
  },
});
export { expect } from "./site.ts";
