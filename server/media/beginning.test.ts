import { expect, test } from "vitest";
import { firstParts, lowestVariant } from "./beginning.ts";

const base = "https://media.test/film/master.m3u8";
const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=378386,AVERAGE-BANDWIDTH=10,CODECS="avc1.64001f,mp4a.40.2"
720p/index.m3u8
#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=122516,BANDWIDTH=136046,CODECS="avc1.4d4015,mp4a.40.2"
270p/index.m3u8
`;

test("a beginning is of the lowest quality", () => {
  expect(lowestVariant(master, base)).toEqual({
    url: "https://media.test/film/270p/index.m3u8",
    bandwidth: 136_046,
    codecs: "avc1.4d4015,mp4a.40.2",
  });
});

test.each([
  ["sound comes apart", `${master}#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="zh",URI="a.m3u8"\n`],
  ["nobody says how it is coded", master.replaceAll(/,CODECS="[^"]+"/g, "")],
  ["there is no sound", master.replaceAll(",mp4a.40.2", "")],
  ["there are no variants", "#EXTM3U\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n"],
])("there is none where %s", (_what, text) => {
  expect(lowestVariant(text, base)).toBeUndefined();
});

const url = "https://media.test/film/270p/index.m3u8";
const playlist = (map: string, segments: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:${map}\n${segments}#EXT-X-ENDLIST\n`;
const at = (name: string) => `https://media.test/film/270p/${name}`;

test("of a file that segments share it is one part, up to the first segment's end", () => {
  const text = playlist(
    'URI="media.mp4",BYTERANGE="1261@0"',
    "#EXTINF:4,\n#EXT-X-BYTERANGE:57534@1261\nmedia.mp4\n#EXTINF:4,\n#EXT-X-BYTERANGE:66053\nmedia.mp4\n",
  );
  expect(firstParts(text, url)).toEqual([
    { url: at("media.mp4"), bytes: { start: 0, end: 58_795 } },
  ]);
});

test("of files of their own it is the first two", () => {
  const text = playlist('URI="init.mp4"', "#EXTINF:4,\n1.m4s\n#EXTINF:4,\n2.m4s\n");
  expect(firstParts(text, url)).toEqual([{ url: at("init.mp4") }, { url: at("1.m4s") }]);
});

test.each([
  ["another container", "#EXTM3U\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n"],
  ["a live stream", '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\n1.m4s\n'],
  [
    "an encrypted one",
    playlist('URI="init.mp4"', '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:4,\n1.m4s\n'),
  ],
])("there is none of %s", (_what, text) => {
  expect(firstParts(text, url)).toBeUndefined();
});
