import { expect, test } from "vitest";
import { mediaRoutes } from "../../http/media-routes.ts";
import { seedPlaybackDemos } from "./seed.ts";

const { videos, episodes } = seedPlaybackDemos();
const lines = (playlist: string) => playlist.split("\n").filter((line) => /^[^#\s]/.test(line));
const linesOf = (code: number) =>
  episodes.filter(({ videoCode }) => videoCode === code).map(({ url }) => url);
const status = async (url: string) => (await mediaRoutes.request(url)).status;

test("demo videos are in no list", () => {
  expect(videos.map(({ restricted }) => restricted)).toEqual(Array(6).fill(true));
});

test("130001 has three sources, one of them a plain file", async () => {
  const urls = linesOf(130_001);
  expect(urls.filter((url) => url.endsWith(".mp4"))).toHaveLength(1);
  expect(await Promise.all(urls.map(status))).toEqual([200, 200, 200]);
});

test("the first source of 130002 and both of 130004 do not exist", async () => {
  expect(await Promise.all(linesOf(130_002).map(status))).toEqual([404, 200]);
  expect(await Promise.all(linesOf(130_004).map(status))).toEqual([404, 404]);
});

test("the first source of 130003 has all its variants, but ends after eight seconds", async () => {
  const [truncated = ""] = linesOf(130_003);
  const variants = lines(await (await mediaRoutes.request(truncated)).text());
  expect(variants).toHaveLength(3);
  for (const variant of variants) {
    const base = new URL(variant, `http://upstream${truncated}`);
    const playlist = await (await mediaRoutes.request(base.pathname)).text();
    expect(playlist).toContain("#EXT-X-ENDLIST");
    const segments = lines(playlist).map((segment) => new URL(segment, base).pathname);
    expect(segments.length).toBeGreaterThan(30);
    expect(await Promise.all(segments.slice(0, 4).map(status))).toEqual([200, 200, 404, 404]);
  }
});
