import { createCipheriv, createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foreignSettings } from "../../../server/assemble-site.ts";
import { checkUpstream, readCheckSettings } from "../../../server/upstream-check/check.ts";
import type { CallName, WriteLevel } from "../../../server/upstream-check/steps.ts";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { listen } from "../../support/servers/listen.ts";
import { freePort, runSource } from "../../support/servers/program.ts";
import {
  type OpenedAnswer,
  startRewritingUpstream,
} from "../../support/servers/rewriting-upstream.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
beforeAll(async () => {
  upstream = await startTestUpstream();
});
afterAll(() => upstream.stop());

const settingsFor = (url: string, more: Record<string, string> = {}) => ({
  UPSTREAM_URL: url,
  UPSTREAM_AES_KEY: upstream.settings.aesKey,
  UPSTREAM_AES_IV: upstream.settings.aesIv,
  UPSTREAM_SECURITY_HEADER: upstream.settings.securityHeader,
  // what stands in front of it names its files by its own address
  MEDIA_ORIGINS: upstream.url,
  UPSTREAM_TIMEOUT_MS: "20000",
  ...more,
});

interface What {
  level?: WriteLevel;
  only?: CallName;
}

function check(source: Record<string, string>, { level = "read", only }: What = {}) {
  const { env, written } = readCheckSettings(source);
  const { TOPICS_FILE: topics, MEDIA_ORIGINS: mediaOrigins = [] } = env;
  return checkUpstream(foreignSettings(env), { level, only, topics, mediaOrigins, written });
}

const dots = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#d2281e" } });
const dot = await dots(1, 1).png().toBuffer();

/** The reference upstream, seen through one who changes its answers. */
function changing(rewrite: (answer: OpenedAnswer) => unknown) {
  const { aesKey: key, aesIv: iv } = upstream.forSite;
  return startRewritingUpstream({ url: upstream.url, codec: createCodec({ key, iv }) }, rewrite);
}

describe("with nothing wrong", () => {
  test.each<[WriteLevel, number]>([
    ["read", 23],
    ["write", 29],
    ["all", 44],
  ])(
    "level %s makes all allowed calls, decrypts all answers and finds no fault",
    async (level, asked) => {
      const checked = await check(settingsFor(upstream.url), { level });
      expect(checked.causes).toEqual([]);
      expect(checked.verdict).toBe(0);
      const ok = checked.calls.filter(({ outcome }) => outcome === "ok");
      expect(ok).toHaveLength(asked);
      expect(checked.calls).toHaveLength(50);
      const rest = checked.calls.filter(({ outcome }) => outcome !== "ok");
      for (const { call, outcome, cause } of rest) {
        expect([call, outcome]).toEqual([call, "skipped"]);
        expect(cause?.message).toMatch(level === "all" ? /^需要/ : /^(会写入|需要)/);
      }
      const repaired = ok.flatMap(({ repairs }) => repairs.map(({ field }) => field));
      expect(repaired).toEqual(["danmuList[].id"]);
      for (const { status, code, dropped, bytes } of ok) {
        expect({ status, code, dropped }).toEqual({
          status: 200,
          code: "0",
          dropped: { times: 0 },
        });
        expect(bytes).toBeGreaterThan(8);
      }
    },
  );
});

const HEX = "00112233445566778899aabbccddeeff";
const IV = "fedcba9876543210";
const TEXT = "sixteen-letters!";
const base64 = Buffer.from(HEX).toString("base64");

/** Encrypts as another upstream than ours may. */
function encrypting(
  mode: string,
  key: Buffer,
  iv: Buffer | null,
  encoding: "base64" | "hex" = "base64",
) {
  return (data: unknown) => {
    const cipher = createCipheriv(`aes-${key.length * 8}-${mode}`, key, iv);
    const bytes = Buffer.concat([cipher.update(JSON.stringify(data)), cipher.final()]);
    const tag =
      "getAuthTag" in cipher && mode === "gcm"
        ? (cipher as never as { getAuthTag(): Buffer }).getAuthTag()
        : Buffer.alloc(0);
    return Buffer.concat([bytes, tag]).toString(encoding);
  };
}

const reencrypted = (encrypt: (data: unknown) => unknown) =>
  changing(({ envelope, encrypted }) =>
    encrypted ? { ...envelope, data: encrypt(envelope.data) } : envelope,
  );

describe("data that cannot be decrypted", () => {
  const key = Buffer.from(TEXT);
  const iv = Buffer.from(IV);
  test.each<[string, { key: string; iv: string }, (data: unknown) => unknown, string]>([
    [
      "a key in hex, written as text",
      { key: HEX, iv: IV },
      encrypting("cbc", Buffer.from(HEX, "hex"), iv),
      "UPSTREAM_AES_KEY",
    ],
    [
      "a key as text, written as hex",
      { key: `hex:${HEX}`, iv: IV },
      encrypting("cbc", Buffer.from(HEX), iv),
      "UPSTREAM_AES_KEY",
    ],
    [
      "a key in base64 that is too long for a text",
      { key: base64, iv: IV },
      encrypting("cbc", Buffer.from(base64, "base64"), iv),
      "UPSTREAM_AES_KEY",
    ],
    [
      "a key that is a passphrase's MD5",
      { key: TEXT, iv: IV },
      encrypting("cbc", createHash("md5").update(TEXT).digest(), iv),
      "UPSTREAM_AES_KEY",
    ],
    [
      "a key filled up with zeros",
      { key: "short", iv: IV },
      encrypting("cbc", Buffer.from("short".padEnd(16, "\0")), iv),
      "UPSTREAM_AES_KEY",
    ],
    [
      "an IV in hex, written as text",
      { key: TEXT, iv: HEX },
      encrypting("cbc", key, Buffer.from(HEX, "hex")),
      "UPSTREAM_AES_IV",
    ],
    [
      "an IV in base64",
      { key: TEXT, iv: iv.toString("base64") },
      encrypting("cbc", key, iv),
      "UPSTREAM_AES_IV",
    ],
    [
      "an IV of zeros",
      { key: TEXT, iv: IV },
      encrypting("cbc", key, Buffer.alloc(16)),
      "UPSTREAM_AES_IV",
    ],
    [
      "key and IV exchanged",
      { key: IV, iv: TEXT },
      encrypting("cbc", key, iv),
      "UPSTREAM_AES_KEY、UPSTREAM_AES_IV",
    ],
    ["ECB", { key: TEXT, iv: IV }, encrypting("ecb", key, null), "UPSTREAM_AES_MODE"],
    [
      "ECB in hex with a key in hex",
      { key: HEX, iv: IV },
      encrypting("ecb", Buffer.from(HEX, "hex"), null, "hex"),
      "UPSTREAM_AES_KEY、UPSTREAM_AES_MODE",
    ],
  ])("%s: the printed lines make it work", async (_what, written, encrypt, setting) => {
    await using front = await reencrypted(encrypt);
    const source = settingsFor(front.url, {
      UPSTREAM_AES_KEY: written.key,
      UPSTREAM_AES_IV: written.iv,
    });
    const checked = await check(source);
    expect(checked.verdict).toBe(1);
    const [found] = checked.causes;
    expect(found?.cause.setting).toBe(setting);
    expect(found?.calls).toContain("video.index");
    const lines = checked.envLines;
    expect(lines.join("\n")).toMatch(/^UPSTREAM_AES_/);
    const mended = Object.fromEntries(lines.map((line) => line.split("=")));
    // one key opens all calls
    const again = await check({ ...source, ...mended }, { only: "video.index" });
    expect(again).toMatchObject({ verdict: 0, causes: [] });
  });

  test.each<[string, (data: unknown) => unknown, RegExp]>([
    ["another key", encrypting("cbc", Buffer.alloc(16, 7), iv), /^UPSTREAM_AES_KEY 不对/],
    [
      "another key in ECB",
      encrypting("ecb", Buffer.alloc(16, 7), null),
      /^UPSTREAM_AES_KEY 不对.*ECB/,
    ],
    ["another IV", encrypting("cbc", key, Buffer.alloc(16, 7)), /^UPSTREAM_AES_IV 不对/],
    ["GCM", encrypting("gcm", key, iv), /AES-GCM.*请在上游改/],
    ["GCM with another key", encrypting("gcm", Buffer.alloc(16, 7), iv), /不是 16 的倍数/],
    ["CTR", encrypting("ctr", key, iv), /AES-CTR/],
    ["JSON as text", (data) => JSON.stringify(data), /写成文本的 JSON/],
    [
      "JSON in base64",
      (data) => Buffer.from(JSON.stringify(data)).toString("base64"),
      /base64 编码的 JSON/,
    ],
    ["a passphrase", () => Buffer.from(`Salted__${"x".repeat(40)}`).toString("base64"), /口令/],
  ])("%s is detected from the bytes, without a printed line", async (_what, encrypt, message) => {
    await using front = await reencrypted(encrypt);
    const source = settingsFor(front.url, { UPSTREAM_AES_KEY: TEXT, UPSTREAM_AES_IV: IV });
    const { causes, envLines, verdict } = await check(source);
    expect(verdict).toBe(1);
    expect(causes[0]?.cause.message).toMatch(message);
    expect(envLines).toEqual([]);
  });

  test.each<[string, Record<string, string>, "plain" | "encrypted"]>([
    ["plain data needs no right key", { UPSTREAM_AES_KEY: TEXT, UPSTREAM_AES_IV: IV }, "plain"],
  ])("%s", async (_what, keys, data) => {
    await using front = await changing(({ envelope }) => envelope);
    const checked = await check(settingsFor(front.url, keys));
    expect(checked).toMatchObject({ verdict: 0, causes: [] });
    expect(checked.calls.find(({ call }) => call === "video.index")?.data).toBe(data);
  });
});

describe("invalid answers", () => {
  const page = "<!doctype html><title>It works!</title>";
  const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
    listen((_request, response) => response.writeHead(status, headers).end(body));
  const nobody = async () => ({
    url: `http://127.0.0.1:${await freePort()}`,
    stop: async () => {},
  });

  test.each<
    [
      string,
      () => Promise<{ url: string; stop(): Promise<unknown> }>,
      string,
      string | undefined,
      RegExp,
    ]
  >([
    ["nobody listens", nobody, "connection", "UPSTREAM_URL", /ECONNREFUSED/],
    [
      "no such host",
      async () => ({ url: "http://upstream.invalid", stop: async () => {} }),
      "dns",
      "UPSTREAM_URL",
      /upstream\.invalid/,
    ],
    [
      "TLS asked of who has none",
      async () => {
        const plain = await answering(200, "");
        return { ...plain, url: plain.url.replace("http:", "https:") };
      },
      "tls",
      "UPSTREAM_URL",
      /http:\/\//,
    ],
    ["a hanging one", () => listen(() => {}), "timeout", "UPSTREAM_TIMEOUT_MS", /1000 毫秒/],
    [
      "one that breaks off",
      () => listen((_request, response) => response.socket?.destroy()),
      "connection",
      "UPSTREAM_URL",
      /断开/,
    ],
    ["a page", () => answering(200, page), "html", "UPSTREAM_URL", /网页/],
    [
      "HTTP 403",
      () => answering(403, "no"),
      "security-header",
      "UPSTREAM_SECURITY_HEADER",
      /HTTP 403/,
    ],
    [
      "HTTP 401 with a page",
      () => answering(401, page),
      "security-header",
      "UPSTREAM_SECURITY_HEADER",
      /HTTP 401，应答是一个网页/,
    ],
    ["HTTP 404", () => answering(404, "{}"), "path", "UPSTREAM_URL", /路径前缀/],
    ["HTTP 502", () => answering(502, page), "gateway", "UPSTREAM_URL", /网关/],
    ["HTTP 500", () => answering(500, ""), "http", undefined, /HTTP 500/],
    [
      "a way to another address",
      () => answering(301, "", { location: "https://www.example.com/x" }),
      "redirect",
      "UPSTREAM_URL",
      /https:\/\/www\.example\.com：/,
    ],
    ["no JSON", () => answering(200, "hello"), "shape", "UPSTREAM_URL", /不是 JSON/],
    ["no code", () => answering(200, "{}"), "shape", "UPSTREAM_URL", /没有 code/],
  ])("%s", async (_what, start, kind, setting, message) => {
    const server = await start();
    try {
      const checked = await check(settingsFor(server.url, { UPSTREAM_TIMEOUT_MS: "1000" }));
      expect(checked.verdict).toBe(2);
      expect(checked.causes).toHaveLength(1);
      expect(checked.causes[0]?.cause).toMatchObject({ kind });
      expect(checked.causes[0]?.cause.setting).toBe(setting);
      expect(checked.causes[0]?.cause.message).toMatch(message);
    } finally {
      await server.stop();
    }
  });

  test("a wrong security header", async () => {
    const wrong = settingsFor(upstream.url, { UPSTREAM_SECURITY_HEADER: "X-Security-Flag: wrong" });
    const checked = await check(wrong);
    expect(checked).toMatchObject({
      verdict: 2,
      causes: [{ cause: { kind: "security-header", setting: "UPSTREAM_SECURITY_HEADER" } }],
    });
  });
});

interface Wire {
  [field: string]: unknown;
}
const changed = (call: string, change: (data: Wire & Wire[]) => unknown) =>
  changing((answer) => {
    const { envelope } = answer;
    if (answer.call === call) return { ...envelope, data: change(envelope.data as Wire & Wire[]) };
    return envelope;
  });

describe("answers that lack something a visitor would see", () => {
  /** A video whose only episode is elsewhere. */
  const streamedFrom = (data: Wire, url: string) => {
    const [first] = data.srcList as { urlList: Wire[] }[];
    return { ...data, srcList: [{ urlList: [{ ...first?.urlList[0], url }] }] };
  };
  test.each<[string, string, (data: Wire & Wire[]) => unknown, string, string | undefined, RegExp]>(
    [
      [
        "an empty list",
        "listIndexLike",
        () => ({ distinctNameList: [] }),
        "empty",
        undefined,
        /^video\.featured .*上游没有给出内容/,
      ],
      [
        "a list of which nothing can be read",
        "listPaging",
        () => [{ cartoonCode: null }, 1],
        "empty",
        undefined,
        /^video\.byTag .*2 条都读不出/,
      ],
      ["a tree that is none", "listLeftType", () => true, "shape", undefined, /data/],
      [
        "topics under other codes",
        "selectSubjectMovies",
        () => [],
        "topics",
        "TOPICS_FILE",
        /超清无码（30）/,
      ],
      [
        "a cover that is not there",
        "listIndex",
        (data) => ({
          ...data,
          rankList: [{ cartoonCode: "100001", cartoonImage: `${upstream.url}/none.svg` }],
        }),
        "picture",
        undefined,
        /HTTP 404/,
      ],
      [
        "a cover without an address",
        "listIndex",
        (data) => ({ ...data, rankList: [{ cartoonCode: "100001" }] }),
        "picture",
        undefined,
        /没有地址/,
      ],
      [
        "a stream on a server that is not named",
        "getVideoDetail",
        (data) => streamedFrom(data, "http://127.0.0.1:9/a.m3u8"),
        "stream",
        "MEDIA_ORIGINS",
        /http:\/\/127\.0\.0\.1:9/,
      ],
      [
        "a stream of which no preview can be cut",
        "getVideoDetail",
        (data) => streamedFrom(data, `${upstream.url}/covers/aurora-1.svg`),
        "stream",
        undefined,
        /剪不出试看的普通文件/,
      ],
      [
        "a stream that is missing",
        "getVideoDetail",
        (data) => streamedFrom(data, `${upstream.url}/none.m3u8`),
        "stream",
        undefined,
        /HTTP 404/,
      ],
    ],
  )("%s", async (_what, call, change, kind, setting, message) => {
    await using front = await changed(call, change);
    const { causes, verdict } = await check(settingsFor(front.url));
    expect(verdict).toBe(1);
    expect(causes.map(({ cause }) => cause.kind)).toEqual([kind]);
    expect(causes[0]?.cause.message).toMatch(message);
    expect(causes[0]?.cause.setting).toBe(setting);
  });

  type Asked = Record<string, string | string[] | undefined>;
  test.each<[string, (headers: Asked, own: string, front: string) => boolean, string]>([
    ["its own pages", ({ referer }, own) => referer === `${own}/`, "MEDIA_REFERER"],
    [
      "the upstream's pages",
      ({ referer }, _own, front) => referer === `${front}/`,
      "MEDIA_REFERER",
    ],
    [
      "a desktop's browser",
      (headers) => /Windows/.test(`${headers["user-agent"]}`),
      "MEDIA_USER_AGENT",
    ],
  ])("a host that only answers %s: the printed line fixes it", async (_what, likes, setting) => {
    let front = "";
    await using host = await listen(({ url, headers }, response) => {
      if (!likes(headers, host.url, front)) response.writeHead(403).end();
      else
        response.end(url?.endsWith(".m3u8") ? "#EXTM3U\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n" : dot);
    });
    await using changedFront = await changing(({ call, envelope }) => {
      const data = envelope.data as Wire;
      if (call === "listIndex") {
        const cover = { cartoonCode: "100001", cartoonImage: `${host.url}/1.jpg` };
        return { ...envelope, data: { ...data, rankList: [cover] } };
      }
      if (call !== "getVideoDetail") return envelope;
      return { ...envelope, data: streamedFrom(data, `${host.url}/1.m3u8`) };
    });
    front = changedFront.url;
    const named = setting === "MEDIA_REFERER" ? "https://www.example.com/" : "Player";
    const source = settingsFor(front, {
      MEDIA_ORIGINS: `${upstream.url} ${host.url}`,
      [setting]: named,
    });
    const { causes, envLines, verdict } = await check(source);
    expect(verdict).toBe(1);
    expect(causes.map(({ cause }) => cause)).toEqual([
      {
        kind: "picture",
        setting,
        message: expect.stringMatching(/127\.0\.0\.1 拒绝（HTTP 403）/),
      },
    ]);
    expect(envLines).toEqual([expect.stringMatching(`^${setting}=${named} 127\\.0\\.0\\.1=`)]);
    const line = envLines[0] ?? "";
    const mended = { ...source, [setting]: line.slice(line.indexOf("=") + 1) };
    expect(await check(mended)).toMatchObject({ verdict: 0, causes: [], envLines: [] });
  });

  test("picture formats are listed for several covers and ads, and an undecodable picture is a fault", async () => {
    const jpeg = await dots(400, 300).jpeg().toBuffer();
    const files: Record<string, Buffer> = {
      "/cut.jpg": jpeg.subarray(0, -9),
      "/tall.png": await dots(40, 900).png().toBuffer(),
      "/film.jxl": Buffer.from("ff0a98d5", "hex"),
      "/other.jxl": Buffer.from("ff0a98d6", "hex"),
      "/ad.gif": await sharp(Buffer.from([0, 0, 0, 255, 255, 255]), {
        raw: { width: 1, height: 2, channels: 3, pageHeight: 1 },
      })
        .gif()
        .toBuffer(),
      "/hidden.bmp": Buffer.from("BM"),
    };
    await using host = await listen(({ url = "", headers }, response) => {
      const file = files[url];
      if (!file) return response.writeHead(404).end();
      const range = `bytes 0-${file.length - 1}/${file.length}`;
      if (url === "/tall.png" && !headers.range)
        response.writeHead(206, { "content-range": range });
      return response.end(file);
    });
    const at = (path: string) => host.url + path;
    await using front = await changing(({ call, envelope }) => {
      const data = envelope.data as Wire;
      if (call === "guanggao") {
        const banner = [
          { id: "1", image: at("/ad.gif"), status: 1 },
          { id: "2", image: at("/hidden.bmp"), status: 0 },
        ];
        return { ...envelope, data: { ...data, banner } };
      }
      if (call !== "listIndex") return envelope;
      const covers = ["/cut.jpg", "/tall.png", "/film.jxl", "/other.jxl"];
      const rankList = covers.map((path, index) => ({
        cartoonCode: String(100_001 + index),
        cartoonImage: at(path),
      }));
      return { ...envelope, data: { ...data, rankList } };
    });
    const source = settingsFor(front.url, { MEDIA_ORIGINS: `${upstream.url} ${host.url}` });
    const { notes, causes, verdict } = await check(source);
    expect(notes).toEqual([
      "截断或损坏的图片（读到哪里，显示到哪里）",
      "没有要分段，也答 206",
      "高过宽 4 倍的图片（只显示中间）",
      "会动的广告图",
    ]);
    expect(causes).toEqual([
      {
        cause: {
          kind: "picture",
          message: `封面画不出来（JPEG XL）：请换成 JPEG、PNG、WebP 或 AVIF（${at("/film.jxl")} 等 2 张）`,
        },
        calls: [],
      },
    ]);
    expect(verdict).toBe(1);
  });

  test("a stream recognised only by its response, in parts that were not requested, is reported", async () => {
    await using host = await listen(({ url }, response) => {
      const body = url?.startsWith("/play") ? "#EXTM3U\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n" : dot;
      response.writeHead(206, { "content-range": `bytes 0-${body.length - 1}/${body.length}` });
      response.end(body);
    });
    await using front = await changed("getVideoDetail", (data) =>
      streamedFrom(data, `${host.url}/play?id=7`),
    );
    const source = settingsFor(front.url, { MEDIA_ORIGINS: `${upstream.url} ${host.url}` });
    expect(await check(source)).toMatchObject({
      verdict: 0,
      causes: [],
      notes: ["没有要分段，也答 206", "播放列表从地址上看不出来"],
    });
  });

  test("an unusual stream is reported, but not as a fault", async () => {
    const packet = Buffer.alloc(188, 0x47);
    const segment = Buffer.concat([Buffer.alloc(900, 1), packet, packet, packet, packet]);
    const playlist = `#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="1"\n#EXTINF:4,\n{$a}.png\n`;
    await using host = await listen(({ url }, response) => {
      if (url === "/1.m3u8") response.writeHead(302, { location: "/there/1.m3u8" }).end();
      else if (url === "/there/1.m3u8") response.end(gzipSync(playlist));
      else response.end(segment);
    });
    await using front = await changing(({ call, envelope }) =>
      call === "getVideoDetail"
        ? { ...envelope, data: streamedFrom(envelope.data as Wire, `${host.url}/1.m3u8`) }
        : envelope,
    );
    const source = settingsFor(front.url, { MEDIA_ORIGINS: `${upstream.url} ${host.url}` });
    expect(await check(source)).toMatchObject({
      verdict: 0,
      causes: [],
      notes: [
        "播放列表是压缩的",
        "播放列表要跳转",
        "播放列表有 EXT-X-DEFINE",
        "没有 EXT-X-ENDLIST",
        "分片藏在图片后面",
      ],
    });
  });

  test("a refusal is shown with its message, without terminal control characters", async () => {
    const refusal = { code: "5\u001b", msg: "\u001b[2J坏了" };
    await using front = await changing(({ call, envelope }) =>
      call === "getGoodsLists" ? refusal : envelope,
    );
    const { causes, verdict } = await check(settingsFor(front.url));
    expect(verdict).toBe(1);
    expect(causes).toMatchObject([
      {
        cause: { kind: "refused", message: "上游拒绝，代码 5 ： [2J坏了" },
        calls: ["wallet.goods"],
      },
    ]);
  });

  test("repairs and dropped values are counted with one example, and members' values are not shown", async () => {
    await using front = await changing(({ call, envelope }) => {
      const data = envelope.data as Wire;
      if (call === "listIndexLike") {
        const [first, second, ...rest] = data.distinctNameList as Wire[];
        const strange = rest.map((one) => ({ ...one, cartoonHot: "12", cartoonVip: null }));
        return {
          ...envelope,
          data: {
            distinctNameList: [
              { ...first, cartoonCode: "" },
              { ...second, cartoonHot: "many" },
              ...strange,
            ],
          },
        };
      }
      if (call === "auto-register") return { ...envelope, data: { ...data, memberCion: "12345" } };
      return envelope;
    });
    const { calls, verdict } = await check(settingsFor(front.url));
    expect(verdict).toBe(1);
    const of = (name: CallName) => calls.find(({ call }) => call === name);
    const featured = of("video.featured");
    expect(featured?.dropped).toMatchObject({
      times: 1,
      example: expect.stringContaining("must not be empty"),
    });
    const times = featured?.repairs[1]?.times ?? 0;
    expect(times).toBeGreaterThan(2);
    expect(featured?.repairs).toEqual([
      {
        field: "distinctNameList[].cartoonHot",
        came: '"many"',
        taken: "0（读不出，当作没有）",
        times: 1,
      },
      { field: "distinctNameList[].cartoonVip", came: "null", taken: "false", times },
      { field: "distinctNameList[].cartoonHot", came: '"12"', taken: "12", times },
    ]);
    expect(of("member.registerGuest")?.repairs).toEqual([
      { field: "memberCion", came: "string", taken: "number", times: 1 },
    ]);
  });

  test("public calls that require a token are repeated with the guest's", async () => {
    await using front = await listen(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      if (!request.headers.token && !request.url?.includes("auto-register")) {
        return response.end(JSON.stringify({ code: 8000 }));
      }
      const headers = {
        token: String(request.headers.token ?? ""),
        "x-security-flag": String(request.headers["x-security-flag"]),
      };
      const { method = "" } = request;
      const answer = await fetch(upstream.url + request.url, {
        method,
        headers,
        ...(method === "POST" && { body }),
      });
      response.end(await answer.text());
    });
    const checked = await check(settingsFor(front.url));
    expect(checked).toMatchObject({ verdict: 0, causes: [] });
    expect(checked.calls.find(({ call }) => call === "video.index")?.withToken).toBe(true);
  });
});

/** As an operator runs it. */
const program = (args: string[], settings: Record<string, string> = {}) =>
  runSource("server/upstream-check/main.ts", args, settings);

describe("the program", () => {
  test("without settings checks the embedded upstream, which needs none", async () => {
    const { out, err, code } = await program([]);
    expect(err).toBe("");
    expect(out).toMatch(/^上游 http:\/\/127\.0\.0\.1:\d+\n\n调用 +路径 +结果/);
    expect(out).toMatch(
      /video\.detail +POST \/app-api\/cartoon\/getVideoDetail +可用 +200 +0 +已解开 +\d+ +\d+ +\d+\n/,
    );
    expect(out).toMatch(/purchase\.buy .*未问.*需要购买\n/);
    expect(out).toMatch(
      /\n修补（.*\n {2}video\.detail {2}danmuList\[\]\.id {2}×\d+ {2}\d+ → "\d+"\n/,
    );
    expect(out).not.toMatch(/\n(丢弃|原因)/);
    expect(out).toMatch(/\n一切可用（可用 23，未问 27）\n$/);
    expect(code).toBe(0);
  });

  test("makes one call and those it needs, prints it as JSON, and prints key fixes only to terminals", async () => {
    const wrong = { UPSTREAM_AES_KEY: upstream.settings.aesKey.replace("hex:", "") };
    const { UPSTREAM_AES_KEY: key } = wrong;
    const settings = settingsFor(upstream.url);
    const whole = await program(["--call", "video.detail", "--json"], settings);
    expect(JSON.parse(whole.out)).toMatchObject([
      {
        verdict: 0,
        calls: [{ call: "video.detail", outcome: "ok", data: "encrypted" }],
        causes: [],
      },
    ]);
    expect(whole.code).toBe(0);
    for (const args of [["--json"], []]) {
      const { out, code } = await program(args, { ...settings, ...wrong });
      expect(out).toContain("UPSTREAM_AES_KEY 的写法不对");
      expect(out).not.toContain(key);
      expect(out).not.toContain(upstream.settings.securityHeader.split(": ")[1]);
      expect(code).toBe(1);
    }
  });

  test.each([
    [["--call", "video.none"], {}, /^没有调用 video\.none；有 member\.registerGuest、/],
    [["--write=everything"], {}, /^用法：/],
    [["--what"], {}, /--what/],
    [[], { UPSTREAM_URL: "upstream" }, /^UPSTREAM_URL 现在是 "upstream"，应为：/],
  ])("%j with %j exits with one line and code 2", async (args, settings, line) => {
    const { err, code } = await program(args, settings);
    expect(err).toMatch(line);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
  });
});
