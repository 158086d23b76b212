import { expect, test } from "vitest";
import { openVideo as openKnownVideo } from "../../support/members/playback.ts";
import type { Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

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

test("a ticket that was made up is refused", async () => {
  const visitor = running.site.visit();
  const { stream } = await openVideo(visitor);
  const [variant = ""] = lines(await visitor.read(stream));
  const forged = variant.replace(/stream\/.{10}/, "stream/AAAAAAAAAA");
  expect((await visitor.request(forged)).status).toBe(403);
});

test("an unknown video is said to be missing, with a way on", async () => {
  const response = await running.site.visit().request("/videoinfo?id=99999999");
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("视频不存在或已下架");
});

test("pictures come resized, in a format that the browser takes, from sealed addresses only", async () => {
  const visitor = running.site.visit();
  const html = await visitor.read("/");
  const address = /\/image\/[\w-]+/.exec(html)?.[0] ?? "";
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

test("a source that its origin no longer has is said to be gone, so that players look elsewhere at once", async () => {
  const visitor = running.site.visit();
  const [first] = await openKnownVideo(running.upstream.db, visitor, 130002);
  expect((await visitor.request(first?.address ?? "")).status).toBe(404);
});
