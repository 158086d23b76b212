import { writeFile } from "node:fs/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { readEnv } from "../../../server/settings/env.ts";
import { videoCodes, wholePage } from "../../support/members/pages.ts";
import { temporaryFolder } from "../../support/servers/program.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const whole = (path: string) => wholePage(running.site, path);

const topicAddress = (item: unknown) =>
  `/cateInfo?item=${encodeURIComponent(typeof item === "string" ? item : JSON.stringify(item))}`;

/** Title, type code and sub-types. */
const tiles = [
  ["超清无码", "30", ""],
  ["华语大制作", "34", "81,82"],
  ["黑料不打烊", "33", ""],
  ["水果派", "31", "134"],
  ["探花系列", "62", "68"],
  ["乱伦精选", "62", "135"],
  ["深夜保健室", "53", ""],
  ["中文剧情", "31", "93"],
];

describe("topics", () => {
  test("eight tiles link to their lists, in this order", async () => {
    const html = await whole("/category");
    const items = [...html.matchAll(/href="\/cateInfo\?item=([^"]+)"/g)].map(([, item = ""]) =>
      JSON.parse(decodeURIComponent(item)),
    );
    expect(items.map(({ title, code, sonTypeCode }) => [title, code, sonTypeCode])).toEqual(tiles);
    expect(Object.keys(items[0])).toEqual(["path", "sonTypeCode", "code", "title"]);
  });

  test("each list shows its banner, its title and its videos", async () => {
    for (const [title, code, sonTypeCode] of tiles) {
      const html = await whole(topicAddress({ path: "", sonTypeCode, code, title }));
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toMatch(new RegExp(`role="img" aria-label="${title}"`));
      expect(videoCodes(html).length, title).toBeGreaterThan(0);
    }
  });

  test("下一页 leads through all videos of a topic, each once, without scripts", async () => {
    const seen: unknown[] = [];
    let next: string | undefined = topicAddress({ sonTypeCode: "", code: "30", title: "超清" });
    while (next && seen.length < 500) {
      const html: string = await whole(next);
      seen.push(...videoCodes(html));
      const link = /<a[^>]*rel="next"[^>]*>/.exec(html)?.[0];
      next = /href="([^"]+)"/.exec(link ?? "")?.[1];
    }
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each(["", "x", "{", "null", "[]", "42", '{"title":"x"}', '{"code":{},"title":"x"}', "%"])(
    "the invalid item %j gets a friendly message and a link back",
    async (item) => {
      const response = await running.site.visit().request(topicAddress(item));
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).toContain("没有找到这个专题");
      expect(html).toContain('href="/category"');
    },
  );

  test("no query parameter can set a picture", async () => {
    const path = "https://elsewhere.test/track.png";
    expect(await whole(topicAddress({ path, code: "30", title: "x" }))).not.toMatch(
      /src="[^"]*elsewhere/,
    );
  });

  test("sub-types may be missing, numbers or a list", async () => {
    for (const sonTypeCode of [undefined, null, 81, [81, "82"]]) {
      const response = await running.site
        .visit()
        .request(topicAddress({ code: 34, title: "华语大制作", sonTypeCode }));
      expect(response.status).toBe(200);
    }
  });
});

describe("files provided by the operator", () => {
  const written = async (contents: string) => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.stop());
    await writeFile(`${folder.path}/file.json`, contents);
    return `${folder.path}/file.json`;
  };
  test("replace topics and hot words", async () => {
    const env = readEnv({
      TOPICS_FILE: await written('[{"title":"纪录片","code":101}]'),
      HOT_WORDS_FILE: await written('["海"," 山 ","海"]'),
    });
    expect(env.TOPICS_FILE).toEqual([{ title: "纪录片", code: "101", sonTypeCode: "", path: "" }]);
    expect(env.HOT_WORDS_FILE).toEqual(["海", "山"]);
  });

  test.each([
    "",
    "{",
    "[]",
    "{}",
    '[{"title":""}]',
    '[{"title":"x","code":"1","path":"javascript:"}]',
  ])("with %j stop the start with a one-line error", async (contents) => {
    const TOPICS_FILE = await written(contents);
    expect(() => readEnv({ TOPICS_FILE })).toThrow(/^TOPICS_FILE 现在是 "[^\n]+，应为：[^\n]+$/);
  });
});

describe("the tag browser", () => {
  test("shows the top categories and the subcategories of the first", async () => {
    const html = await whole("/taglist");
    expect(html.match(/role="tab"/g)?.length).toBeGreaterThan(4);
    expect(html).toMatch(/aria-selected="true"[^>]*>纪录片/);
    expect(html).toContain(
      `/sreinfo?type=101&sonType=10101&searchStr=&title=${encodeURIComponent("自然纪行")}`,
    );
  });

  test("selects a category by the address, so it works without scripts", async () => {
    const first = await whole("/taglist");
    const other = /href="(\/taglist\?type=(?!101)[^"]+)"/.exec(first)?.[1] ?? "";
    const links = (html: string) => html.match(/\/sreinfo\?type=[^"]+/g);
    expect(links(await whole(other))).not.toEqual(links(first));
    expect(await whole(other)).not.toContain("sonType=10101");
  });
});
