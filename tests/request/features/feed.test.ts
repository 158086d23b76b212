import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { episodes } from "../../../server/upstream/db/schema.ts";
import { videoCodes, wholePage } from "../../support/members/pages.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile({ ownUpstream: true });

const whole = (path: string) => wholePage(running.site, path);

/** The codes of the videos of a page of the feed, in order. */
const fed = (html: string) => [
  ...new Set([...html.matchAll(/href="\/videoinfo\?id=(\d+)&ep=/g)].map(([, code = ""]) => code)),
];

const next = (html: string) =>
  /href="([^"]+)"/.exec(/<a[^>]*rel="next"[^>]*>/.exec(html)?.[0] ?? "")?.[1];

test("the feed is the editors' choice, and can be paged through without scripts", async () => {
  const home = await whole("/");
  const featured = home.slice(home.indexOf('id="featured"'), home.indexOf("排行榜</h2>"));
  const first = await whole("/swipe");
  expect(fed(first)).toEqual([...new Set(videoCodes(featured))]);
  const seen: string[] = [];
  for (let at: string | undefined = "/swipe"; at; at = next(await whole(at)))
    seen.push(...fed(await whole(at)));
  expect(seen).toHaveLength(30);
  expect(new Set(seen).size).toBe(30);
});

test("a tag's feed is the tag's list, page by page", async () => {
  for (const page of ["", "&page=2"])
    expect(fed(await whole(`/swipe?tag=30${page}`))).toEqual([
      ...new Set(videoCodes(await whole(`/?tag=30${page}`))),
    ]);
});

test("the feed's streams are the same for all visitors, and it contains none of the upstream's addresses", async () => {
  const visitor = running.site.visit();
  await visitor.read("/rows/feed?tag=30");
  const data = await visitor.read("/rows/feed?tag=30");
  const streams = [...data.matchAll(/\/stream\/(\d+)\/0\/0\/(index\.m3u8|media)/g)];
  expect(streams.length).toBeGreaterThanOrEqual(10);
  expect(data).not.toContain(running.upstream.url);
});

test("a video that cannot be played is left out", async () => {
  const [code = "", other] = fed(await whole("/swipe?tag=31"));
  await running.upstream.db.delete(episodes).where(eq(episodes.videoCode, Number(code)));
  await using site = await startSite(running.upstream.forSite);
  const html = await wholePage(site, "/swipe?tag=31");
  expect(fed(html)[0]).toBe(other);
  expect(videoCodes(await wholePage(site, "/?tag=31"))).toContain(code);
});

test("a tag without videos, and invalid addresses, give an empty feed", async () => {
  for (const path of [
    "/swipe?tag=987654",
    "/swipe?tag=987654&page=x",
    `/swipe?tag=${"9".repeat(99)}`,
  ]) {
    const response = await running.site.visit().request(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.text()).toContain("暂无记录");
  }
});

test("while the upstream is down the feed says so and offers a retry", async () => {
  await using site = await startSite({ ...running.upstream.forSite, url: "http://127.0.0.1:9" });
  const html = await site.visit().read("/swipe?tag=30");
  expect(html).toContain("网络异常，请稍后重试");
  expect(html).toContain("重试");
});
