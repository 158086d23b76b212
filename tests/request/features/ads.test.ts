import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { siteSettings } from "../../../server/upstream/db/schema.ts";
import { memberOf } from "../../support/members/members.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();
const notice = "每周五晚八点更新";

async function withSwitch<Result>(key: string, value: boolean, look: () => Promise<Result>) {
  const { db } = running.upstream;
  await db.update(siteSettings).set({ value }).where(eq(siteSettings.key, key));
  try {
    return await look();
  } finally {
    await db.update(siteSettings).set({ value: !value }).where(eq(siteSettings.key, key));
  }
}

/** A new site, which has cached nothing from before the switch was changed. */
async function pageOfFreshSite(path: string, { vip = false } = {}) {
  await using site = await startSite(running.upstream.forSite);
  const visitor = site.visit();
  if (vip) {
    const code = /"code":"(\d+)"/.exec(await visitor.read("/member"))?.[1] ?? "";
    await memberOf(running.upstream.db, code).makeVip();
  }
  await visitor.read(path);
  const html = await visitor.read(path);
  return html;
}

const video = async () =>
  /href="(\/videoinfo\?id=\d+)"/.exec(await running.site.visit().read("/"))?.[1] ?? "";
const region = (html: string, name: string) => html.includes(`aria-label="${name}"`);
const ads = (html: string) => html.match(/target="_blank"[^>]*>(?:(?!<\/a>).)*广告/gs)?.length ?? 0;

describe("the operator's switches", () => {
  test("showPopup shows the notice", async () => {
    expect(await pageOfFreshSite("/")).toContain(notice);
    const off = await withSwitch("showPopup", false, () => pageOfFreshSite("/"));
    expect(off).not.toContain(notice);
  });

  test("showSwiperAd shows the banners", async () => {
    expect(region(await pageOfFreshSite("/"), "轮播广告")).toBe(true);
    const off = await withSwitch("showSwiperAd", false, () => pageOfFreshSite("/"));
    expect(region(off, "轮播广告")).toBe(false);
  });

  test.each([
    ["showSquareAd", "/"],
    ["showPaihangAd", "/"],
    ["showRandomAd", "/"],
    ["showRandomAd", "/?tag=101"],
  ])("%s shows ads on %s", async (key, path) => {
    const on = ads(await pageOfFreshSite(path));
    const off = ads(await withSwitch(key, false, () => pageOfFreshSite(path)));
    expect(on).toBeGreaterThan(0);
    expect(off).toBeLessThan(on);
  });

  test("showPlayAd shows an ad on the watch page", async () => {
    const path = await video();
    expect(ads(await pageOfFreshSite(path))).toBe(1);
    expect(ads(await withSwitch("showPlayAd", false, () => pageOfFreshSite(path)))).toBe(0);
  });

  test("showDarksideAd shows ads in the hidden section", async () => {
    expect(ads(await pageOfFreshSite("/publish", { vip: true }))).toBeGreaterThan(0);
    const off = withSwitch("showDarksideAd", false, () =>
      pageOfFreshSite("/publish", { vip: true }),
    );
    expect(ads(await off)).toBe(0);
  });

  test("showAd off hides all ads everywhere", async () => {
    const watch = await video();
    for (const path of ["/", "/?tag=101", watch, "/publish"]) {
      const html = await withSwitch("showAd", false, () => pageOfFreshSite(path, { vip: true }));
      expect(ads(html), path).toBe(0);
      expect(region(html, "轮播广告"), path).toBe(false);
    }
  });
});
