import { describe, expect, test } from "vitest";
import { codeOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import { videoCodes, wholePage } from "../../support/members/pages.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const whole = (path: string) => wholePage(running.site, path);

const address = (term: string, type = "", title = "搜索") =>
  `/sreinfo?type=${type}&sonType=&searchStr=${encodeURIComponent(term)}&title=${encodeURIComponent(title)}`;

describe("the search page", () => {
  test("suggests fifteen words, each a link to what is found for it", async () => {
    const html = await whole("/sreach");
    const links = html.match(/href="\/sreinfo\?[^"]+"/g) ?? [];
    expect(links).toHaveLength(15);
    expect(new Set(links).size).toBe(15);
    for (const link of links) {
      expect(link).toMatch(/\?type=&sonType=&searchStr=[^&]+&title=%E6%90%9C%E7%B4%A2"$/);
    }
  });

  test("every suggested word finds something", async () => {
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

describe("results", () => {
  test("have the title and the term of their address", async () => {
    const html = await whole(address("海", "", "看海"));
    expect(html).toContain("<h1>看海</h1>");
    expect(html).toMatch(/type="search"[^>]*value="海"/);
    expect(videoCodes(html)).toHaveLength(10);
  });

  test("say so when there are none", async () => {
    expect(await whole(address("没有这样的片子"))).toContain("没有找到相关视频，换个词试试");
  });

  test.each(["15", "0"])("stand behind 查看更多 of type %s", async (type) => {
    expect(videoCodes(await whole(address("", type, "排行榜"))).length).toBe(10);
  });

  test("of the hidden section are for those who may enter it", async () => {
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
      .read(`${address("", "42").replace("?", ".data?")}&only=rows`);
    expect(rows).not.toContain("code");
  });

  test("of the hidden section are shown to a VIP member", async () => {
    const visitor = running.site.visit();
    const code = await codeOf(visitor);
    await memberOf(running.upstream.db, code).makeVip();
    const path = address("", "42", "暗网");
    await visitor.read(path);
    expect(videoCodes(await visitor.read(path))).toHaveLength(10);
  });

  test("survive nonsense in the address", async () => {
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

  test("never repeat what the address says as markup", async () => {
    expect(await whole(address("<script>x", "", "<b>t</b>"))).not.toMatch(/<script>x|<b>t/);
  });
});
