import { createCipheriv } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import { videoCodes, wholePage } from "../../support/members/pages.ts";
import { giveCoins } from "../../support/members/playback.ts";
import type { OpenedAnswer, Wire } from "../../support/servers/rewriting-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import {
  check,
  checkSettings,
  withRewrittenAnswers,
} from "../../support/upstream/checked-upstream.ts";

const running = siteForThisFile();
const VIDEO = "130001";
const codec = () =>
  createCodec({ key: running.upstream.forSite.aesKey, iv: running.upstream.forSite.aesIv });

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Changes every value, inner values first. */
function everywhere(value: Json, change: (value: Json, name: string) => Json, name = ""): Json {
  const inside = Array.isArray(value)
    ? value.map((one) => everywhere(one, change))
    : value !== null && typeof value === "object"
      ? Object.fromEntries(
          Object.entries(value).map(([key, one]) => [key, everywhere(one, change, key)]),
        )
      : value;
  return change(inside, name);
}

const inData = (change: (value: Json, name: string) => Json) => (answer: OpenedAnswer) => ({
  ...answer.envelope,
  ...("data" in answer.envelope && { data: everywhere(answer.envelope.data as Json, change) }),
});
const encoded = (change: (ciphertext: string) => string) => (answer: OpenedAnswer) =>
  answer.encrypted
    ? { ...answer.envelope, data: change(codec().encrypt(answer.envelope.data)) }
    : answer.envelope;
const same = ({ envelope }: OpenedAnswer): unknown => envelope;
const instead = (call: string, data: unknown) => (answer: OpenedAnswer) =>
  answer.call === call ? { ...answer.envelope, data } : answer.envelope;
const packed =
  (encoding: string, pack: (json: string) => Buffer): Wire["send"] =>
  (json, response) => {
    response.setHeader("content-encoding", encoding);
    return pack(json);
  };
const lines = (text: string) => text.replaceAll(/.{76}/g, "$&\r\n");
const url = (text: string) => text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const front = (rewrite: (answer: OpenedAnswer) => unknown, wire?: Wire) =>
  withRewrittenAnswers(running.upstream, rewrite, wire);

const checkAt = (address: string, more?: Record<string, string>) =>
  check(checkSettings(running.upstream, address, more));
const namedBy = ({ calls }: Awaited<ReturnType<typeof checkAt>>) =>
  calls.flatMap(({ repairs }) =>
    repairs.map(({ field, came, taken }) => `${field} ${came} → ${taken}`),
  );

/** A site in front of the upstream, with a member who is VIP until a known day. */
async function visited(address: string, successCodes?: string[]) {
  const site = await startSite(
    { ...running.upstream.forSite, url: address, successCodes },
    { mediaOrigins: [running.upstream.url], timeoutMs: 30_000 },
  );
  const visitor = site.visit();
  const code = await codeOf(visitor);
  const member = memberOf(running.upstream.db, code);
  return {
    site,
    visitor,
    code,
    member,
    async [Symbol.asyncDispose]() {
      await site.stop();
    },
  };
}

const titleOf = (html: string) => /name="own-title" content="([^"]*)"/.exec(html)?.[1] ?? "";

/** The relevant texts of the home page, the watch page and the member's page. */
async function seen({ site, visitor, member }: Awaited<ReturnType<typeof visited>>) {
  await member.makeVip();
  const home = await wholePage(site, "/");
  const watch = await wholePage(site, `/videoinfo?id=${VIDEO}`);
  return {
    films: videoCodes(home),
    failures: [...home.matchAll(/重试/g)].length,
    watch: titleOf(watch),
    streams: new Set(watch.match(/\/stream\/[\w./-]+/g)).size,
    mine: /剩余\d+天，[\d-]+到期/.exec(await visitor.read("/mine"))?.[0],
    mayWatch: JSON.parse(await visitor.read(`/access?video=${VIDEO}&episode=1`)),
  };
}

/** What a site in front of the unchanged upstream shows. */
let usual: Awaited<ReturnType<typeof seen>>;
beforeAll(async () => {
  await using visit = await visited(running.upstream.url);
  usual = await seen(visit);
});

const at = (text: string) => Date.parse(`${text.replace(" ", "T")}+08:00`);
const isTime = (value: Json): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);
const times = (write: (text: string) => Json) =>
  inData((value, name) =>
    /^(vipDate|createTime)$/.test(name) && isTime(value) ? write(value) : value,
  );
const isTitle = /^(cartoonName|collectName)$/;

describe("the site shows the same for an upstream that answers with", () => {
  test.each<[string, (answer: OpenedAnswer) => unknown, Wire, RegExp | undefined]>([
    ["base64 in lines of 76", encoded(lines), {}, /密文带换行/],
    ["base64url without padding", encoded(url), {}, /base64url → 密文/],
    ["a byte order mark", same, { send: (json) => `\ufeff${json}` }, /BOM）/],
    [
      "a warning of PHP in front",
      same,
      { send: (json) => `<br />\n<b>Notice</b>: Undefined index<br />\n${json}` },
      /前后有别的内容/,
    ],
    ["gzip that nobody asked for", same, { send: packed("gzip", gzipSync) }, /压缩 → 解压/],
    ["gzip without its header", same, { send: (json) => gzipSync(json) }, /压缩 → 解压/],
    ["deflate", same, { send: packed("deflate", deflateSync) }, /压缩 → 解压/],
    [
      "lists that became objects",
      inData((value) =>
        Array.isArray(value) && value.length > 0
          ? Object.fromEntries(value.map((one, index) => [index * 2 + 3, one]))
          : value,
      ),
      {},
      /rankList \{"3":/,
    ],
    ["times in milliseconds", times(at), {}, /createTime \d{13} → "20/],
    ["times in seconds", times((text) => at(text) / 1_000), {}, /createTime \d{10} → "20/],
    [
      "times of another zone",
      times((text) => new Date(at(text)).toISOString()),
      {},
      /createTime "\d{4}-\d\d-\d\dT.* → "20/,
    ],
    [
      "times as Java's arrays",
      times((text) => text.split(/\D/).map(Number)),
      {},
      /createTime \[20/,
    ],
    ["times with slashes", times((text) => text.replaceAll("-", "/")), {}, /createTime "20\d\d\//],
    [
      "ornaments that cannot be read",
      inData((value, name) =>
        /^(sortNum|type)$/.test(name) ? "abc" : name === "cartoonAuthor" ? {} : value,
      ),
      {},
      /sortNum "abc" → 0（读不出/,
    ],
    [
      "titles with entities",
      inData((value, name) =>
        isTitle.test(name)
          ? String(value).replaceAll(/./gu, (letter) => `&#${letter.codePointAt(0)};`)
          : value,
      ),
      {},
      /cartoonName "&#\d+;.*→ "\p{Script=Han}/u,
    ],
  ])("%s", async (_what, rewrite, wire, named) => {
    await using upstream = await front(rewrite, wire);
    await using visit = await visited(upstream.url);
    const expected = usual;
    expect(expected.films.length).toBeGreaterThan(20);
    expect(expected.mine).toMatch(/^剩余\d+天/);
    expect(expected.mayWatch).toEqual({ preview: null });
    expect(await seen(visit)).toEqual(expected);
    const checked = await checkAt(upstream.url);
    expect(checked).toMatchObject({ verdict: 0, causes: [] });
    if (named) expect(namedBy(checked).join("\n")).toMatch(named);
  });
});

test.each(["getConfig", "guanggao"])("an empty %s may come as []", async (call) => {
  await using upstream = await front(instead(call, []));
  await using visit = await visited(upstream.url);
  expect((await visit.site.visit().request("/readyz")).status).toBe(200);
  const home = await wholePage(visit.site, "/");
  expect(videoCodes(home).length).toBeGreaterThan(20);
  expect(home).not.toContain("重试");
  const playlist = `/stream/${VIDEO}/0/0/index.m3u8`;
  expect((await visit.visitor.request(playlist)).status).toBe(200);
  expect(namedBy(await checkAt(upstream.url)).join()).toContain("空值或 [] → {}");
});

test("an operator's own success code is accepted", async () => {
  await using upstream = await front(({ envelope }) => ({
    ...envelope,
    code: String(envelope.code) === "0" ? 200 : envelope.code,
  }));
  const before = await checkAt(upstream.url);
  expect(before.causes.map(({ cause }) => cause)).toContainEqual(
    expect.objectContaining({ kind: "success-code", setting: "UPSTREAM_SUCCESS_CODE" }),
  );
  expect(before.envLines).toEqual(["UPSTREAM_SUCCESS_CODE=200"]);
  const mended = await checkAt(upstream.url, { UPSTREAM_SUCCESS_CODE: "200" });
  expect(mended).toMatchObject({ verdict: 0, causes: [], envLines: [] });
  await using visit = await visited(upstream.url, ["200"]);
  expect(await seen(visit)).toEqual(usual);
});

describe("ids with nineteen digits", () => {
  const large = (id: Json) => `1795432${String(id).padStart(12, "0")}`;
  const ids = /^(cartoonCode|collectCode|memberCode|id|userId)$/;
  /** Writes large numbers into the sent text, which JSON.stringify cannot do. */
  const send = (json: string) => json.replaceAll(/"(1795432\d{12})"/g, "$1");
  const receive = (text: string) =>
    text.replaceAll(/1795432(\d{12})/g, (_, id) => String(Number(id)));
  const rewrite = inData((value, name) =>
    ids.test(name) && /^\d{1,9}$/.test(String(value)) ? large(value) : value,
  );

  test.each([
    ["plain", rewrite],
    [
      "encrypted",
      (answer: OpenedAnswer) => {
        const data = send(JSON.stringify((rewrite(answer) as { data?: unknown }).data ?? null));
        return answer.encrypted ? { ...rewrite(answer), data: encryptText(data) } : rewrite(answer);
      },
    ],
  ])("lead to the same pages when they come %s", async (_how, rewritten) => {
    const asked: string[] = [];
    await using upstream = await front(rewritten, {
      send,
      receive: (text) => {
        asked.push(text);
        return receive(text);
      },
    });
    await using visit = await visited(upstream.url);
    const { site, visitor } = visit;
    const code = receive(visit.code);
    expect(visit.code).toBe(large(Number(code)));
    expect(code).toMatch(/^\d{1,12}$/);

    const films = videoCodes(await wholePage(site, "/"));
    expect(films.length).toBeGreaterThan(20);
    expect(films.every((film) => /^1795432\d{12}$/.test(film))).toBe(true);
    const film = large(VIDEO);
    const page = await visitor.read(`/videoinfo.data?id=${film}`);
    const episode =
      /"(1795432\d{12})","?name/.exec(page)?.[1] ??
      (page.match(/1795432\d{12}/g) ?? []).find((id) => id !== film && !films.includes(id));
    expect(episode).toBeDefined();
    const access = () => visitor.read(`/access?video=${film}&episode=${episode}`);
    expect(JSON.parse(await access()).preview).toBeGreaterThan(0);
    await giveCoins(running.upstream.db, code, 10);
    for (const intent of ["buy", "favourite", "visit", "like"]) {
      const form = { intent, ...(intent === "buy" && { episode: episode ?? "" }) };
      const done = await sendForm(visitor, `/videoinfo.data?id=${film}`, form);
      expect(await done.text(), intent).toContain('"ok",true');
    }
    expect(JSON.parse(await access())).toEqual({ preview: null });
    expect(asked.filter((text) => text.includes("moviesInfoId"))).toContainEqual(
      expect.stringContaining(String(episode)),
    );
    for (const list of ["/collengt", "/history"]) {
      expect(videoCodes(await visitor.read(list)), list).toEqual([film]);
    }
    expect(await visitor.read("/mine")).toContain(visit.code);
    const checked = await checkAt(upstream.url);
    expect(namedBy(checked)).toContainEqual(expect.stringContaining("超过 53 位的整数"));
    expect(checked.verdict).toBe(0);
  });
});

test("titles, introductions and counts are shown as plain text", async () => {
  await using upstream = await front(
    inData((value, name) => {
      if (name === "cartoonName") return "猫&amp;狗 It&#39;s 1 &lt; 2 A<3";
      if (name === "cartoonIntroduce")
        return "<p>第一&nbsp;段</p><br/><p onclick=x()>第二段&lt;b&gt;粗&lt;/b&gt;</p><script>bad()</script>";
      return name === "cartoonHot" ? "1.2万" : value;
    }),
  );
  await using visit = await visited(upstream.url);
  const html = await wholePage(visit.site, `/videoinfo?id=${VIDEO}`);
  expect(titleOf(html)).toContain("猫&狗 It&#x27;s 1 &lt; 2 A&lt;3");
  expect(html).toMatch(/第一 段\n+第二段粗</);
  expect(html).not.toMatch(/bad\(\)|onclick=x|&lt;p/);
  expect(html).toMatch(/1\.2万|12,000/);
  const named = namedBy(await checkAt(upstream.url)).join("\n");
  expect(named).toMatch(/cartoonHot "1\.2万" → 12000/);
  expect(named).toMatch(/cartoonIntroduce "<p>/);
});

function encryptText(json: string): string {
  const { aesKey, aesIv } = running.upstream.forSite;
  const cipher = createCipheriv(`aes-${aesKey.length * 8}-cbc`, aesKey, aesIv);
  return cipher.update(json, "utf8", "base64") + cipher.final("base64");
}
