import { expect, test } from "vitest";
import { lowestVariant, segmentsBetween } from "./segments.ts";

const base = "https://media.test/film/master.m3u8";
const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=378386,AVERAGE-BANDWIDTH=10,CODECS="avc1.64001f,mp4a.40.2"
720p/index.m3u8
#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=122516,BANDWIDTH=136046,CODECS="avc1.4d4015,mp4a.40.2"
270p/index.m3u8
`;

test("the variant with the lowest bandwidth is chosen", () => {
  expect(lowestVariant(master, base)).toEqual({
    url: "https://media.test/film/270p/index.m3u8",
    bandwidth: 136_046,
    codecs: "avc1.4d4015,mp4a.40.2",
  });
});

test("a variant of sound only is chosen only if there is none with a picture", () => {
  const sound = '#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"\nsound.m3u8\n';
  expect(lowestVariant(master + sound, base)?.bandwidth).toBe(136_046);
  expect(lowestVariant(`#EXTM3U\n${sound}`, base)?.bandwidth).toBe(64_000);
  // says nothing of its picture but the size
  const small = sound.replace("CODECS", "RESOLUTION=320x180,CODECS");
  expect(lowestVariant(master + small, base)?.bandwidth).toBe(64_000);
});

test("a playlist without variants is used itself, and codecs may be missing", () => {
  const single = "#EXTM3U\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n";
  expect(lowestVariant(single, base)).toEqual({ url: base, bandwidth: 0, codecs: "" });
  const silent = master.replaceAll(/,CODECS="[^"]+"/g, "");
  expect(lowestVariant(silent, base)?.codecs).toBe("");
});

test("there is no beginning if the audio is a separate rendition", () => {
  const apart = `${master}#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="zh",URI="a.m3u8"\n`;
  expect(lowestVariant(apart, base)).toBeUndefined();
});

const url = "https://media.test/film/270p/index.m3u8";
const playlist = (lines: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:10\n${lines}#EXT-X-ENDLIST\n`;
const at = (name: string) => `https://media.test/film/270p/${name}`;
const four = ["a", "b", "c", "d"].map((name) => `#EXTINF:4,\n${name}.ts\n`).join("");
const shown = (text: string, from: number, until: number) =>
  segmentsBetween(text, url, from, until).map(({ url, start, end }) => [url, start, end]);

test("the segments that contain the requested seconds are chosen", () => {
  expect(shown(playlist(four), 0, 6)).toEqual([
    [at("a.ts"), 0, 4],
    [at("b.ts"), 4, 8],
  ]);
  expect(shown(playlist(four), 5, 8)).toEqual([[at("b.ts"), 4, 8]]);
  expect(shown(playlist(four), 20, 26)).toEqual([]);
  expect(shown(playlist(four), 9, 6)).toEqual([]);
});

test("maps and byte ranges belong to their segments", () => {
  const text = playlist(
    '#EXT-X-MAP:URI="media.mp4",BYTERANGE="1261@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:57534@1261\nmedia.mp4\n#EXTINF:4,\n#EXT-X-BYTERANGE:66053\nmedia.mp4\n',
  );
  const map = { url: at("media.mp4"), bytes: { start: 0, end: 1_261 } };
  expect(segmentsBetween(text, url, 0, 6)).toMatchObject([
    { url: at("media.mp4"), bytes: { start: 1_261, end: 58_795 }, map },
    { bytes: { start: 58_795, end: 124_848 }, map },
  ]);
});

test("a key applies until the next one; without an IV, the segment's number is used", () => {
  const text = playlist(
    '#EXT-X-KEY:METHOD=AES-128,URI="k1"\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts\n#EXT-X-KEY:METHOD=AES-128,URI="k2",IV=0x0102\n#EXTINF:2,\nc.ts\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:2,\nd.ts\n',
  );
  const keys = segmentsBetween(text, url, 0, 8).map(({ key }) => key);
  expect(keys.map((key) => key && [key.url, key.iv.toString("hex")])).toEqual([
    [at("k1"), "0000000000000000000000000000000a"],
    [at("k1"), "0000000000000000000000000000000b"],
    [at("k2"), "00000000000000000000000000000102"],
    undefined,
  ]);
});

test.each([
  ["another timeline", "#EXT-X-DISCONTINUITY\n"],
  ["another initialization", '#EXT-X-MAP:URI="other.mp4"\n'],
  ["an encryption that browsers decrypt", '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"\n'],
  [
    "a key system's encryption",
    '#EXT-X-KEY:METHOD=AES-128,URI="k",KEYFORMAT="com.apple.streamingkeydelivery"\n',
  ],
])("the segments end before %s", (_what, tag) => {
  const text = playlist(`#EXTINF:2,\na.ts\n${tag}#EXTINF:2,\nb.ts\n`);
  expect(shown(text, 0, 6)).toEqual([[at("a.ts"), 0, 2]]);
});

test("a live stream has no beginning", () => {
  expect(shown(playlist(four).replace("#EXT-X-ENDLIST\n", ""), 0, 6)).toEqual([]);
});
