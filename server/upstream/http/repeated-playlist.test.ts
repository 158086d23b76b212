import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clips } from "../media/demo-media.ts";
import { repeatPlaylist } from "./media-routes.ts";

const source = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4.000000,
0.m4s
#EXTINF:2.500000,
1.m4s
#EXT-X-ENDLIST
`;

const count = (text: string, part: string) => text.split(part).length - 1;

/** Total duration of a media playlist. */
function secondsOf(playlist: string): number {
  return [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, m) => sum + Number(m[1]), 0);
}

describe("a looped playlist", () => {
  test("repeats the clip as often as asked, each time with a discontinuity and a header", () => {
    const looped = repeatPlaylist(source, 3);
    expect(secondsOf(looped)).toBe(19.5);
    expect(count(looped, "#EXT-X-DISCONTINUITY\n#EXT-X-MAP")).toBe(2);
    expect(count(looped, "#EXT-X-MAP")).toBe(3);
  });

  test("has one header and one end tag", () => {
    const looped = repeatPlaylist(source, 20);
    expect(looped.startsWith("#EXTM3U\n#EXT-X-VERSION:7\n")).toBe(true);
    expect(count(looped, "#EXT-X-TARGETDURATION")).toBe(1);
    expect(count(looped, "#EXT-X-ENDLIST")).toBe(1);
    expect(looped.endsWith("1.m4s\n#EXT-X-ENDLIST\n")).toBe(true);
  });

  test("of one loop is the clip itself", () => {
    expect(repeatPlaylist(source, 1)).toBe(source);
    expect(repeatPlaylist(source, 0)).toBe(source);
  });

  test("needs a media playlist", () => {
    expect(() => repeatPlaylist("#EXTM3U\n", 2)).toThrow("not a media playlist");
    expect(() => repeatPlaylist("<html>", 2)).toThrow("not a media playlist");
  });
});

test.each(clips)("$name: every variant has the listed length", ({ name, seconds }) => {
  for (const variant of ["270p", "480p", "720p"]) {
    const file = join(import.meta.dirname, "../media/clips", name, variant, "index.m3u8");
    expect(secondsOf(readFileSync(file, "utf8"))).toBeCloseTo(seconds, 1);
  }
});
