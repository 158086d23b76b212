import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { episodes } from "../../../server/upstream/db/schema.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import { addressesIn, openVideo as openKnownVideo } from "../../support/members/playback.ts";
import { listen } from "../../support/servers/listen.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile({ ownUpstream: true });

async function openVideo(visitor: Visitor) {
  const code = /href="\/videoinfo\?id=(\d+)"/.exec(await visitor.read("/"))?.[1];
  const html = await visitor.read(`/videoinfo?id=${code}`);
  const stream = /\/stream\/[\w./-]+\/index\.m3u8/.exec(html)?.[0];
  if (!stream) throw new Error("the page names no stream");
  return { html, stream };
}

const lines = (playlist: string) =>
  playlist.split("\n").filter((line) => line && !line.startsWith("#"));

test("three variants lead to segments that can be fetched, all through this site", async () => {
  const visitor = running.site.visit();
  const { stream } = await openVideo(visitor);
  const variants = lines(await visitor.read(stream));
  expect(variants).toHaveLength(3);
  for (const variant of variants) {
    const playlist = await visitor.read(variant);
    expect(playlist).toContain("#EXT-X-ENDLIST");
    expect(playlist).not.toContain(running.upstream.url);
    const segment = lines(playlist)[0] ?? "";
    expect(segment).toMatch(/^\/stream\/[\w./-]+\/media\.mp4$/);
    const response = await visitor.request(segment, { headers: { range: "bytes=0-99" } });
    expect(response.status).toBe(206);
    expect((await response.arrayBuffer()).byteLength).toBe(100);
  }
});

test("a forged ticket is refused", async () => {
  const visitor = running.site.visit();
  const { stream } = await openVideo(visitor);
  const [variant = ""] = lines(await visitor.read(stream));
  const forged = variant.replace(/stream\/.{10}/, "stream/AAAAAAAAAA");
  expect((await visitor.request(forged)).status).toBe(403);
});

test("an unknown video is reported as missing, with a link", async () => {
  const response = await running.site.visit().request("/videoinfo?id=99999999");
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("视频不存在或已下架");
});

test("pictures are resized, in a format the browser accepts, and only from sealed addresses", async () => {
  const visitor = running.site.visit();
  const html = await visitor.read("/");
  const address = /\/image\/[\w.-]+/.exec(html)?.[0] ?? "";
  const small = await visitor.request(`${address}?w=180`, { headers: { accept: "image/webp" } });
  const large = await visitor.request(`${address}?w=720`, {
    headers: { accept: "image/avif,image/webp" },
  });
  expect(small.headers.get("content-type")).toBe("image/webp");
  expect(large.headers.get("content-type")).toBe("image/avif");
  expect(small.headers.get("cache-control")).toContain("immutable");
  const etag = small.headers.get("etag") ?? "";
  const again = await visitor.request(`${address}?w=180`, {
    headers: { accept: "image/webp", "if-none-match": etag },
  });
  expect(again.status).toBe(304);
  expect((await visitor.request(`${address.slice(0, -3)}AAA?w=180`)).status).toBe(404);
});

test("a source that is missing at its origin is a 404, so players switch at once", async () => {
  const visitor = running.site.visit();
  const [first] = await openKnownVideo(running.upstream.db, visitor, 130002);
  expect((await visitor.request(first?.address ?? "")).status).toBe(404);
});

test("a watch page preloads its playlists before a player requests them", async () => {
  const asked: string[] = [];
  await using host = await listen((request, response) => {
    asked.push(request.url ?? "");
    response.end(
      request.url === "/film.m3u8"
        ? "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nhigh.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=400000\nlow.m3u8\n"
        : "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n0.ts\n#EXT-X-ENDLIST\n",
    );
  });
  const { db, forSite } = running.upstream;
  const url = `${host.url}/film.m3u8`;
  await db.update(episodes).set({ url }).where(eq(episodes.videoCode, 130004));
  await using site = await startSite({ ...forSite, moreUrls: [host.url] });
  await site.visit().read("/videoinfo?id=130004");
  await expect.poll(() => asked).toEqual(["/film.m3u8", "/low.m3u8"]);
});

test("a stream with advertisements and content steering leads a browser only to this site", async () => {
  await using packager = await listen((request, response) => {
    const here = `http://${request.headers.host}`;
    const variant = `#EXTM3U
#EXT-X-TARGETDURATION:6
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
## made by ${here}/packager
#EXT-X-DATERANGE:ID="1",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:06Z",X-ASSET-URI="${here}/ad.m3u8"
#EXT-X-DATERANGE:ID="2",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:12Z",X-ASSET-LIST="${here}/v1/assetlist/1.json"
#EXT-X-DATERANGE:ID="3",START-DATE="2026-01-01T00:00:12Z",X-COM-EXAMPLE-BEACON-URI="${here}/beacon"
#EXTINF:6,${here}/0
${here}/0.ts
#EXTINF:12,
1.ts
#EXTINF:6,
2.ts
#EXT-X-ENDLIST
`;
    const master = `#EXTM3U
#EXT-X-CONTENT-STEERING:SERVER-URI="${here}/steering",PATHWAY-ID="A"
#EXT-X-SESSION-DATA:DATA-ID="example.ads",URI="${here}/ads.json"
#EXT-X-STREAM-INF:BANDWIDTH=400000,PATHWAY-ID="A"
# ${here} again
${here}/270p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000,PATHWAY-ID="A"
720p.m3u8
`;
    if (!request.url?.endsWith(".m3u8")) return response.end("media");
    return response.end(request.url === "/master.m3u8" ? master : variant);
  });
  const { db, forSite } = running.upstream;
  const ownAddress = { url: `${packager.url}/master.m3u8` };
  await db.update(episodes).set(ownAddress).where(eq(episodes.videoCode, 130003));
  await using site = await startSite({ ...forSite, moreUrls: [packager.url] });
  const [guest, vip] = [site.visit(), site.visit()];
  await memberOf(db, await codeOf(vip)).makeVip();

  for (const [visitor, pieces] of [
    [guest, 2],
    [vip, 3],
  ] as const) {
    const [first] = await openKnownVideo(db, visitor, 130003);
    const master = await visitor.read(first?.address ?? "");
    expect(addressesIn(master)).toHaveLength(2);
    const variants = await Promise.all(addressesIn(master).map((path) => visitor.read(path)));
    for (const variant of variants) expect(addressesIn(variant)).toHaveLength(pieces);
    const shown = [master, ...variants].join("\n");
    expect(shown).not.toMatch(/STEERING|interstitial|ASSET|SESSION-DATA/);
    expect(shown).not.toContain(new URL(packager.url).host);
    for (const path of addressesIn(variants[0] ?? ""))
      expect(await visitor.read(path)).toBe("media");
  }
});
