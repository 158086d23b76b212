import { describe, expect, test, vi } from "vitest";
import type { Suggestion } from "../../../app/features/search/search-suggestions.tsx";
import { codeOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import { videoCodes, wholePage } from "../../support/members/pages.ts";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const whole = (path: string) => wholePage(running.site, path);

const address = (term: string, type = "", title = "搜索") =>
  `/sreinfo?type=${type}&sonType=&searchStr=${encodeURIComponent(term)}&title=${encodeURIComponent(title)}`;

describe("the search page", () => {
  test("suggests fifteen words, each a link to its results", async () => {
    const html = await whole("/sreach");
    const links = html.match(/href="\/sreinfo\?[^"]+"/g) ?? [];
    expect(links).toHaveLength(15);
    expect(new Set(links).size).toBe(15);
    for (const link of links) {
      expect(link).toMatch(/\?type=&sonType=&searchStr=[^&]+&title=%E6%90%9C%E7%B4%A2"$/);
    }
  });

  test("every suggested word has results", async () => {
    const html = await whole("/sreach");
    for (const [, link = ""] of html.matchAll(/href="(\/sreinfo\?[^"]+)"/g)) {
      expect(videoCodes(await whole(link)).length, decodeURIComponent(link)).toBeGreaterThan(0);
    }
  });

  test("has a form that works without scripts and refuses a blank term", async () => {
    const html = await whole("/sreach");
    const form = /<form action="\/sreinfo".*?<\/form>/s.exec(html)?.[0] ?? "";
    const fields = [...form.matchAll(/<input[^>]*name="(\w+)"/g)].map(([, name]) => name);
    expect(fields).toEqual(["type", "sonType", "searchStr", "title"]);
    expect(form).toMatch(/type="search"[^>]*required/);
  });
});

describe("suggestions", () => {
  const suggestions = (term: string) => `/suggestions?term=${encodeURIComponent(term)}`;

  test("are at most eight titles that contain the typed text", async () => {
    const answer = await running.site.visit().request(suggestions("海"));
    expect(answer.headers.get("content-type")).toContain("application/json");
    const found: Suggestion[] = await answer.json();
    expect(found).toHaveLength(8);
    for (const { title, code, duration } of found) {
      expect(title).toContain("海");
      expect(code).toMatch(/^\d+$/);
      expect(duration).toMatch(/^\d+:\d\d/);
    }
    expect(await running.site.visit().read(suggestions("没有这样的片子"))).toBe("[]");
  });

  test("cost one upstream call for all visitors, which also loads the first page of results", async () => {
    await using watched = await startRecordingUpstream(running.upstream.url);
    await using site = await startSite({ ...running.upstream.forSite, url: watched.url });
    await vi.waitUntil(async () => {
      const answer = await site.visit().request(suggestions("云海"));
      expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
      return answer.headers.has("etag");
    }, 30_000);
    await site.visit().read(address("云海"));
    await site.visit().read(address("云海").replace("?", ".data?"));
    expect(watched.count("/app-api/cartoon/listPagingBySearch")).toBe(1);
  });

  test("are refused for a blank or long term, and for any other parameter", async () => {
    const before = running.site.visit();
    for (const path of [
      "/suggestions",
      suggestions("  "),
      suggestions("海".repeat(31)),
      `/suggestions?q=1`,
    ]) {
      expect((await before.request(path)).status, path).toBe(400);
    }
  });

  test("that failed are never cached", async () => {
    await using watched = await startRecordingUpstream(running.upstream.url);
    await using site = await startSite({ ...running.upstream.forSite, url: watched.url });
    watched.broken.add("/app-api/cartoon/listPagingBySearch");
    const failed = await site.visit().request(suggestions("雪"));
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(failed.headers.get("cache-control")).toContain("no-store");
    watched.broken.clear();
    expect((await site.visit().request(suggestions("雪"))).status).toBe(200);
  });
});

/** The links of a row of filters, without React's comments between them. */
const choicesIn = (html: string, label: string) => {
  const row = new RegExp(`<nav[^>]*aria-label="${label}".*?</nav>`, "s").exec(html)?.[0] ?? "";
  return [...row.matchAll(/<a([^>]*)href="([^"]+)"[^>]*>([^<]+)/g)].map(
    ([, attributes = "", href = "", name = ""]) => ({
      name,
      address: href.replaceAll("&amp;", "&"),
      chosen: attributes.includes('aria-current="true"'),
    }),
  );
};

describe("filters of results", () => {
  test("are links to the same term in one category, and in a subcategory", async () => {
    const all = await whole(address("海"));
    const types = choicesIn(all, "按分类筛选");
    expect(types[0]).toEqual({ name: "全部", address: address("~e6b5b7"), chosen: true });
    expect(types.length).toBeGreaterThan(4);
    expect(choicesIn(all, "按子分类筛选")).toEqual([]);

    const counts = await Promise.all(
      types.slice(1).map(async (type) => {
        const html = await whole(type.address);
        expect(choicesIn(html, "按分类筛选").find(({ chosen }) => chosen)?.name).toBe(type.name);
        return videoCodes(html).length;
      }),
    );
    // each category has fewer results than all together, and different ones
    expect(Math.max(...counts)).toBeGreaterThan(0);
    expect(new Set(counts).size).toBeGreaterThan(1);
    const widest = types[counts.indexOf(Math.max(...counts)) + 1];
    const below = choicesIn(await whole(widest?.address ?? ""), "按子分类筛选");
    expect(below[0]).toMatchObject({ name: "全部", chosen: true });
    expect(below.length).toBeGreaterThan(1);
    const narrowed = await whole(below[1]?.address ?? "");
    expect(choicesIn(narrowed, "按子分类筛选")[1]?.chosen).toBe(true);
  });

  test("are shown on no other list, and never lead to the hidden section", async () => {
    expect(choicesIn(await whole(address("", "15", "排行榜")), "按分类筛选")).toEqual([]);
    const types = choicesIn(await whole(address("海")), "按分类筛选");
    expect(types.filter(({ address }) => address.includes("type=42"))).toEqual([]);
  });
});

describe("results", () => {
  test("have the title and the term from their address", async () => {
    const html = await whole(address("海", "", "看海"));
    expect(html).toContain("<h1>看海</h1>");
    expect(html).toMatch(/type="search"[^>]*value="海"/);
    expect(videoCodes(html)).toHaveLength(10);
  });

  test("show a message when there are none", async () => {
    expect(await whole(address("没有这样的片子"))).toContain("没有找到相关视频，换个词试试");
  });

  test.each(["15", "0"])("are shown by 查看更多 of type %s", async (type) => {
    expect(videoCodes(await whole(address("", type, "排行榜"))).length).toBe(10);
  });

  test("from the hidden section are shown only with access", async () => {
    for (const path of [
      address("", "42", "暗网"),
      address(" ", " 42 ", "暗网"),
      address("海", "42"),
    ]) {
      const response = await running.site.visit().request(path);
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toBe("/publish");
    }
    const rows = await running.site
      .visit()
      .read(address("", "42").replace("/sreinfo", "/rows/results"));
    expect(JSON.parse(rows)).toEqual({ ok: true, data: null });
  });

  test("from the hidden section are shown to a VIP member", async () => {
    const visitor = running.site.visit();
    const code = await codeOf(visitor);
    await memberOf(running.upstream.db, code).makeVip();
    const path = address("", "42", "暗网");
    await visitor.read(path);
    expect(videoCodes(await visitor.read(path))).toHaveLength(10);
  });

  test("survive invalid parameters", async () => {
    const long = "海".repeat(500);
    for (const path of [
      "/sreinfo",
      "/sreinfo?page=-1",
      "/sreinfo?page=1e99",
      address(long),
      address("%_'\"<b>"),
    ]) {
      expect((await running.site.visit().request(path)).status, path).toBe(200);
    }
  });

  test("never output the address as markup", async () => {
    expect(await whole(address("<script>x", "", "<b>t</b>"))).not.toMatch(/<script>x|<b>t/);
  });
});
