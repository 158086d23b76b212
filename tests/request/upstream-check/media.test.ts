import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { listen } from "../../support/servers/listen.ts";
import { upstreamForThisFile } from "../../support/servers/site-for-file.ts";
import {
  check,
  checkSettings,
  streamedFrom,
  type WireData,
  withRewrittenAnswers,
  withRewrittenCall,
} from "../../support/upstream/checked-upstream.ts";

const running = upstreamForThisFile();

const dots = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#d2281e" } });
const dot = await dots(1, 1).png().toBuffer();

type Asked = Record<string, string | string[] | undefined>;
test.each<[string, (headers: Asked, own: string, front: string) => boolean, string]>([
  ["its own pages", ({ referer }, own) => referer === `${own}/`, "MEDIA_REFERER"],
  ["the upstream's pages", ({ referer }, _own, front) => referer === `${front}/`, "MEDIA_REFERER"],
  [
    "a desktop's browser",
    (headers) => /Windows/.test(`${headers["user-agent"]}`),
    "MEDIA_USER_AGENT",
  ],
])("a host that only answers %s: the printed setting fixes it", async (_what, likes, setting) => {
  let front = "";
  await using host = await listen(({ url, headers }, response) => {
    if (!likes(headers, host.url, front)) response.writeHead(403).end();
    else response.end(url?.endsWith(".m3u8") ? "#EXTM3U\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n" : dot);
  });
  await using changedFront = await withRewrittenAnswers(running.upstream, ({ call, envelope }) => {
    const data = envelope.data as WireData;
    if (call === "listIndex") {
      const cover = { cartoonCode: "100001", cartoonImage: `${host.url}/1.jpg` };
      return { ...envelope, data: { ...data, rankList: [cover] } };
    }
    if (call !== "getVideoDetail") return envelope;
    return { ...envelope, data: streamedFrom(data, `${host.url}/1.m3u8`) };
  });
  front = changedFront.url;
  const named = setting === "MEDIA_REFERER" ? "https://www.example.com/" : "Player";
  const source = checkSettings(running.upstream, front, {
    MEDIA_ORIGINS: `${running.upstream.url} ${host.url}`,
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
    if (url === "/tall.png" && !headers.range) response.writeHead(206, { "content-range": range });
    return response.end(file);
  });
  const at = (path: string) => host.url + path;
  await using front = await withRewrittenAnswers(running.upstream, ({ call, envelope }) => {
    const data = envelope.data as WireData;
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
  const source = checkSettings(running.upstream, front.url, {
    MEDIA_ORIGINS: `${running.upstream.url} ${host.url}`,
  });
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

test("a stream that only its response identifies, and that is sent as unrequested ranges, is reported", async () => {
  await using host = await listen(({ url }, response) => {
    const body = url?.startsWith("/play") ? "#EXTM3U\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n" : dot;
    response.writeHead(206, { "content-range": `bytes 0-${body.length - 1}/${body.length}` });
    response.end(body);
  });
  await using front = await withRewrittenCall(running.upstream, "getVideoDetail", (data) =>
    streamedFrom(data, `${host.url}/play?id=7`),
  );
  const source = checkSettings(running.upstream, front.url, {
    MEDIA_ORIGINS: `${running.upstream.url} ${host.url}`,
  });
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
  await using front = await withRewrittenAnswers(running.upstream, ({ call, envelope }) =>
    call === "getVideoDetail"
      ? { ...envelope, data: streamedFrom(envelope.data as WireData, `${host.url}/1.m3u8`) }
      : envelope,
  );
  const source = checkSettings(running.upstream, front.url, {
    MEDIA_ORIGINS: `${running.upstream.url} ${host.url}`,
  });
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
