import type { Page } from "playwright/test";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { startOverlappingUpstream } from "../../support/servers/overlapping-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { ownSite } from "../fixtures/own-site.ts";
import { expect, settingsFor } from "../fixtures/site.ts";

/** The site in front of an upstream whose lists repeat videos. */
const test = ownSite(async ({ upstream }, use) => {
  const { aesKey: key, aesIv: iv } = upstream.forSite;
  const codec = createCodec({ key, iv });
  await using front = await startOverlappingUpstream({ url: upstream.url, codec });
  const settings = settingsFor({ ...upstream, url: front.url });
  await using site = await startSiteProgram({ ...settings, MEDIA_ORIGINS: upstream.url });
  await use(site);
});

const addresses = (page: Page, list: string) =>
  page
    .locator(list)
    .locator('a[href^="/videoinfo?id="]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

const lists = [
  { name: "最新更新 on home", path: "/", list: 'section:has(h2:text-is("最新更新"))' },
  { name: "all videos", path: "/sreinfo?type=0&sonType=&searchStr=&title=全部", list: "main" },
];

for (const [index, { name, path, list }] of lists.entries())
  test(`${name} shows each video once although the upstream's pages overlap`, {
    tag: index === 0 ? [] : "@night",
  }, async ({ page }) => {
    await page.goto(path);
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return new Set(await addresses(page, list)).size;
      })
      .toBeGreaterThan(50);
    const shown = await addresses(page, list);
    expect(shown.length).toBe(new Set(shown).size);
  });
