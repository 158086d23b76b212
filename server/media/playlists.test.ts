import { describe, expect, test } from "vitest";
import {
  playlistSeconds,
  previewPlaylist,
  rewritePlaylist,
  withEndTag,
  withoutByteRanges,
  withVariables,
} from "./playlists.ts";

const upstreamBase = "http://10.0.0.7:9000/media/sea/master.m3u8";
const labelled = (url: string, leadsTo: string) => `<${leadsTo} ${url}>`;

test("variants of a master playlist are rewritten as playlists, whatever their names", () => {
  const text = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="audio/index"
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=480x270
270p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000
https://cdn.example/720p?x=1`;
  expect(rewritePlaylist(text, upstreamBase, labelled)).toBe(`#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="<playlist http://10.0.0.7:9000/media/sea/audio/index>"
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=480x270
<playlist http://10.0.0.7:9000/media/sea/270p/index.m3u8>
#EXT-X-STREAM-INF:BANDWIDTH=900000
<playlist https://cdn.example/720p?x=1>`);
});

test("subtitles are distinguished from other renditions, wherever TYPE is on the line", () => {
  const text = `#EXTM3U
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="中文",URI="zh.m3u8"
#EXT-X-MEDIA:GROUP-ID="t",NAME="TYPE",TYPE=SUBTITLES,URI="en.m3u8"
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",INSTREAM-ID="CC1"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="原声"`;
  const leadsTo: string[] = [];
  rewritePlaylist(text, upstreamBase, (_url, kind) => String(leadsTo.push(kind)));
  expect(leadsTo).toEqual(["subtitles", "subtitles"]);
});

test("segments and maps are rewritten as media, and keys as keys; inline keys are kept", () => {
  const text = [
    "#EXTM3U",
    '#EXT-X-KEY:METHOD=AES-128,URI="/keys/1"',
    '#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,a2V5"',
    '#EXT-X-MAP:URI="init.mp4"',
    "#EXTINF:4.0,",
    "0.m4s",
    "#EXT-X-ENDLIST",
    "",
  ].join("\r\n");
  expect(rewritePlaylist(text, upstreamBase, labelled).split("\n")).toEqual([
    "#EXTM3U",
    '#EXT-X-KEY:METHOD=AES-128,URI="<key http://10.0.0.7:9000/keys/1>"',
    '#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,a2V5"',
    '#EXT-X-MAP:URI="<media http://10.0.0.7:9000/media/sea/init.mp4>"',
    "#EXTINF:4.0,",
    "<media http://10.0.0.7:9000/media/sea/0.m4s>",
    "#EXT-X-ENDLIST",
    "",
  ]);
});

test("a file that is not a playlist is refused", () => {
  for (const text of ["<html>", "<html>#EXTM3U", "", "#EXTINF:6,\n#EXTM3U"]) {
    expect(() => rewritePlaylist(text, upstreamBase, labelled), text).toThrow(TypeError);
  }
});

test("a byte range belongs to its own segment only", () => {
  const text = "#EXTM3U\n#EXT-X-BYTERANGE:800@100\na.mp4\nb.mp4\n";
  const parts: unknown[] = [];
  rewritePlaylist(text, upstreamBase, (_url, _leadsTo, bytes) => {
    parts.push(bytes);
    return "x";
  });
  expect(parts).toEqual([{ start: 100, end: 900 }, undefined]);
});

const base = "https://cdn.example/sea/index.m3u8";
const preview = (lines: string[], seconds: number) =>
  previewPlaylist(lines.join("\n"), base, seconds).split("\n");

const segments = (...lengths: (number | string)[]) =>
  lengths.flatMap((length, index) => [`#EXTINF:${length},`, `${index}.ts`]);
const media = (...lengths: (number | string)[]) => [
  "#EXTM3U",
  "#EXT-X-TARGETDURATION:6",
  ...segments(...lengths),
  "#EXT-X-ENDLIST",
];
const named = (lines: string[]) => lines.filter((line) => /^[^#]/.test(line));

describe("a preview ends with the segment that contains its last second", () => {
  test.each([
    ["inside a segment", [4, 4, 4, 4, 4], 15, 4],
    ["at a segment's end", [5, 5, 5, 5], 15, 3],
    ["a moment after it", [5, 5, 5, 5], 15.01, 4],
    ["inside the first", [10, 10], 6, 1],
    ["with different durations", [6.006, 5.9, 3.1, 6, 6], 15, 3],
    ["with sums that are not exact", [0.1, 0.2, 0.3, 0.4], 0.6, 3],
    ["in the last segment", [4, 4, 4], 12, 3],
    ["beyond the end", [4, 4, 4], 60, 3],
    ["without durations", ["", "", "", ""], 15, 3],
    ["with durations of zero", [0, 0, 0, 0], 15, 3],
    ["with durations that are not numbers", ["x", "-4", "x", "x"], 15, 3],
  ])("%s", (_where, lengths, seconds, count) => {
    const lines = preview(media(...lengths), seconds);
    expect(named(lines)).toEqual(Array.from({ length: count }, (_, index) => `${index}.ts`));
    expect(lines.slice(-2)).toEqual(["#EXT-X-ENDLIST", ""]);
    expect(lines.filter((line) => line === "#EXT-X-ENDLIST")).toHaveLength(1);
  });

  test("also with carriage returns and a byte order mark", () => {
    const text = `\uFEFF${media(4, 4, 4, 4, 4, 4).join("\r\n")}\r\n`;
    expect(named(previewPlaylist(text, base, 15).split("\n"))).toHaveLength(4);
  });

  test("a duration applies to its own segment, not to a next segment without a duration", () => {
    const target = ["#EXTM3U", "#EXT-X-TARGETDURATION:6"];
    const lines = preview([...target, "#EXTINF:0.1,", "0.ts", "1.ts", "2.ts", "3.ts"], 12);
    expect(named(lines)).toEqual(["0.ts", "1.ts", "2.ts"]);
  });

  test("also with tags of a multivariant playlist", () => {
    const tags = ['#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a"', "#EXT-X-STREAM-INF:BANDWIDTH=1"];
    const [start = "", ...rest] = media(4, 4, 4, 4);
    expect(named(preview([start, ...tags, ...rest], 6))).toEqual(["0.ts", "1.ts"]);
  });

  test("of a playlist without durations, one segment is shown", () => {
    expect(named(preview(["#EXTM3U", "0.ts", "1.ts", "2.ts"], 15))).toEqual(["0.ts"]);
  });

  test("keys, maps and discontinuities before the end are kept, and everything after it is removed", () => {
    const lines = preview(
      [
        "#EXTM3U",
        "#EXT-X-TARGETDURATION:6",
        '#EXT-X-MAP:URI="init.mp4"',
        '#EXT-X-KEY:METHOD=AES-128,URI="/keys/1"',
        "#EXTINF:6,",
        "0.m4s",
        "#EXT-X-DISCONTINUITY",
        '#EXT-X-MAP:URI="other.mp4"',
        "#EXTINF:6,",
        "1.m4s",
        "#EXT-X-DISCONTINUITY",
        '#EXT-X-MAP:URI="later.mp4"',
        '#EXT-X-KEY:METHOD=AES-128,URI="/keys/2"',
        "#EXTINF:6,",
        "2.m4s",
      ],
      10,
    );
    expect(lines).toEqual([
      "#EXTM3U",
      "#EXT-X-TARGETDURATION:6",
      '#EXT-X-MAP:URI="init.mp4"',
      '#EXT-X-KEY:METHOD=AES-128,URI="/keys/1"',
      "#EXTINF:6,",
      "0.m4s",
      "#EXT-X-DISCONTINUITY",
      '#EXT-X-MAP:URI="other.mp4"',
      "#EXTINF:6,",
      "1.m4s",
      "#EXT-X-ENDLIST",
      "",
    ]);
  });

  test("a low-latency live playlist is cut like any other, and names nothing after the end", () => {
    const lines = preview(
      [
        "#EXTM3U",
        "#EXT-X-TARGETDURATION:4",
        "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0",
        "#EXT-X-PART-INF:PART-TARGET=0.33",
        "#EXT-X-MEDIA-SEQUENCE:266",
        ...segments(4, 4, 4, 4, 4),
        '#EXT-X-PART:DURATION=0.33,URI="part-1.mp4"',
        '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-2.mp4"',
        '#EXT-X-RENDITION-REPORT:URI="../720p/index.m3u8",LAST-MSN=273',
        '#EXT-X-DATERANGE:ID="ad",X-ASSET-URI="later.m3u8"',
      ],
      9,
    );
    expect(named(lines)).toEqual(["0.ts", "1.ts", "2.ts"]);
    expect(lines.at(-2)).toBe("#EXT-X-ENDLIST");
    expect(lines.join("\n")).not.toMatch(/PART|HINT|REPORT|SERVER-CONTROL|DATERANGE/);
    const short = preview(["#EXTM3U", "#EXT-X-TARGETDURATION:4", ...segments(4)], 9);
    expect(short.at(-2)).toBe("#EXT-X-ENDLIST");
  });
});

describe("if segments share a file", () => {
  test("implicit byte offsets are written out, file by file", () => {
    const lines = preview(
      [
        "#EXTM3U",
        "#EXT-X-TARGETDURATION:6",
        '#EXT-X-MAP:URI="a.mp4",BYTERANGE="800@0"',
        "#EXTINF:6,",
        "#EXT-X-BYTERANGE:1000@800",
        "a.mp4",
        "#EXTINF:6,",
        "#EXT-X-BYTERANGE:500",
        "a.mp4",
        "#EXTINF:6,",
        "#EXT-X-BYTERANGE:70@30",
        "b.mp4",
        "#EXT-X-BYTERANGE:600",
        "#EXTINF:6,",
        "a.mp4",
      ],
      24,
    );
    expect(lines.filter((line) => line.includes("BYTERANGE:"))).toEqual([
      "#EXT-X-BYTERANGE:1000@800",
      "#EXT-X-BYTERANGE:500@1800",
      "#EXT-X-BYTERANGE:70@30",
      "#EXT-X-BYTERANGE:600@2300",
    ]);
  });

  test("a map without a range covers the bytes before the first segment; a map in its own file is kept", () => {
    const lines = preview(
      [
        "#EXTM3U",
        "#EXT-X-TARGETDURATION:6",
        '#EXT-X-MAP:URI="movie.mp4"',
        "#EXTINF:6,",
        "#EXT-X-BYTERANGE:1000@812",
        "movie.mp4",
        '#EXT-X-MAP:URI="init.mp4"',
        "#EXTINF:6,",
        "#EXT-X-BYTERANGE:1000",
        "movie.mp4",
      ],
      12,
    );
    expect(lines).toContain('#EXT-X-MAP:URI="movie.mp4",BYTERANGE="812@0"');
    expect(lines).toContain('#EXT-X-MAP:URI="init.mp4"');
  });

  test("an invalid range counts as no range", () => {
    const lines = preview(
      ["#EXTM3U", "#EXTINF:6,", "#EXT-X-BYTERANGE:all", "a.ts", "#EXTINF:6,", "b.ts"],
      6,
    );
    expect(lines).toContain("#EXT-X-BYTERANGE:0@0");
  });
});

test("a multivariant playlist keeps variants and renditions, but no image streams", () => {
  const lines = preview(
    [
      "#EXTM3U",
      "#EXT-X-VERSION:7",
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="zh",URI="audio.m3u8"',
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="zh",URI="subtitles.m3u8"',
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="iframes.m3u8"',
      '#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="thumbnails.m3u8"',
      '#EXT-X-SESSION-DATA:DATA-ID="x",URI="data.json"',
      '#EXT-X-CONTENT-STEERING:SERVER-URI="/steer"',
      '#EXT-X-STREAM-INF:BANDWIDTH=400000,AUDIO="a"',
      "270p.m3u8",
      "# made by hand",
      '#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO="a"',
      "720p.m3u8",
    ],
    6,
  );
  expect(lines).toEqual([
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="zh",URI="audio.m3u8"',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="zh",URI="subtitles.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=400000,AUDIO="a"',
    "270p.m3u8",
    '#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO="a"',
    "720p.m3u8",
    "",
  ]);
});

test("a playlist's duration is the sum of its segments, and unknown for variants and live streams", () => {
  const segments = "#EXTM3U\n#EXTINF:4.5,\n0.ts\n#EXTINF:3,\n1.ts\n";
  expect(playlistSeconds(`${segments}#EXT-X-ENDLIST`)).toBe(7.5);
  expect(playlistSeconds(segments)).toBe(0);
  expect(playlistSeconds("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8")).toBe(0);
});

test("without byte ranges, maps and segments keep their other attributes", () => {
  const text = `#EXTM3U
#EXT-X-MAP:URI="a",BYTERANGE="800@0"
#EXT-X-MAP:BYTERANGE="800@0",URI="b"
#EXTINF:4,
#EXT-X-BYTERANGE:1000@800
c
#EXTINF:4,
d
`;
  expect(withoutByteRanges(text)).toBe(`#EXTM3U
#EXT-X-MAP:URI="a"
#EXT-X-MAP:URI="b"
#EXTINF:4,
c
#EXTINF:4,
d
`);
});

const sentToBrowser = (lines: string[], preview?: number) => {
  const text = lines.join("\n");
  const shown = preview ? previewPlaylist(text, upstreamBase, preview) : text;
  return rewritePlaylist(
    shown,
    upstreamBase,
    (url, leadsTo) => `/${leadsTo}${new URL(url).pathname}`,
  ).split("\n");
};

/** Apple's bipbop with interstitials: the asset is a separate playlist. */
const withAssets = [
  "#EXTM3U",
  "#EXT-X-VERSION:7",
  "#EXT-X-TARGETDURATION:6",
  "#EXT-X-PLAYLIST-TYPE:VOD",
  '#EXT-X-MAP:URI="init.mp4"',
  "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z",
  '#EXT-X-DATERANGE:ID="ad1",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:04.000Z",DURATION=15.0,X-ASSET-URI="http://10.0.0.7:9000/ads/1.m3u8",X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP"',
  '#EXT-X-DATERANGE:ID="ad2",START-DATE="2026-01-01T00:00:08.000Z",X-ASSET-URI="../ads/2.m3u8"',
  "#EXTINF:6.006,",
  "0.m4s",
  "#EXT-X-ENDLIST",
];
/** As AWS MediaTailor inserts ads: a JSON list references the assets. */
const withAssetList = [
  "#EXTM3U",
  "#EXT-X-VERSION:6",
  "#EXT-X-TARGETDURATION:7",
  "#EXT-X-MEDIA-SEQUENCE:1",
  "#EXT-X-DISCONTINUITY-SEQUENCE:1",
  "#EXTINF:6.006,",
  "../../../../tm/film/0.ts",
  '#EXT-X-DATERANGE:ID="1_0",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:06.006Z",DURATION=15.015,PLANNED-DURATION=15.015,CUE="ONCE",X-ASSET-LIST="http://10.0.0.7:9000/v1/assetlist/2bc9/film/5f0f/1.json?aws.breakId=0",X-RESUME-OFFSET=0,X-TIMELINE-OCCUPIES="RANGE"',
  "#EXT-X-ENDLIST",
];
/** Apple's example of content steering, with two networks. */
const steered = [
  "#EXTM3U",
  '#EXT-X-CONTENT-STEERING:SERVER-URI="http://10.0.0.7:9000/steering?video=00012",PATHWAY-ID="CDN-A"',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="A",NAME="English",DEFAULT=YES,URI="eng.m3u8",LANGUAGE="en"',
  '#EXT-X-STREAM-INF:BANDWIDTH=1280000,AUDIO="A",PATHWAY-ID="CDN-A"',
  "low/video.m3u8",
  '#EXT-X-STREAM-INF:BANDWIDTH=1280000,AUDIO="A",PATHWAY-ID="CDN-B"',
  "# the second network",
  "/backup/low/video.m3u8",
];

describe("a browser gets no address outside the site", () => {
  test.each([
    ["a playlist made with Apple's tools", withAssets],
    ["a playlist with MediaTailor's ads", withAssetList],
    ["a playlist with content steering", steered],
  ])("%s names neither advertisements nor a steering server", (_what, lines) => {
    for (const preview of [undefined, 30]) {
      const shown = sentToBrowser(lines, preview);
      expect(shown.join("\n")).not.toMatch(/DATERANGE|STEERING|ASSET|10\.0\.0\.7/);
      const rest = lines.filter((line) => !/DATERANGE|STEERING/.test(line));
      if (!preview) expect(shown).toHaveLength(rest.length);
    }
  });

  test("a preview is the same if lines end with a lone carriage return", () => {
    const lines = ["#EXTM3U", ...segments(6, 6, 6), "#EXT-X-ENDLIST"];
    expect(sentToBrowser([lines.join("\r")], 6)).toEqual(sentToBrowser(lines, 6));
  });

  test("variants on several networks are kept, even with a comment before the address", () => {
    expect(named(sentToBrowser(steered))).toEqual([
      "/playlist/media/sea/low/video.m3u8",
      "/playlist/backup/low/video.m3u8",
    ]);
  });

  test.each([
    [
      "an interstitial without a class",
      '#EXT-X-DATERANGE:X-ASSET-LIST="a.json",ID="1",START-DATE="2026-01-01T00:00:00Z"',
      [],
    ],
    [
      "an interstitial without an asset",
      '#EXT-X-DATERANGE:ID="1",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:00Z"',
      [],
    ],
    [
      "a date range that is not an interstitial",
      '#EXT-X-DATERANGE:ID="splice-6FFFFFF0",START-DATE="2026-03-05T11:15:00Z",PLANNED-DURATION=59.993,SCTE35-OUT=0xFC002F0000000000FF',
      [
        '#EXT-X-DATERANGE:ID="splice-6FFFFFF0",START-DATE="2026-03-05T11:15:00Z",PLANNED-DURATION=59.993,SCTE35-OUT=0xFC002F0000000000FF',
      ],
    ],
    [
      "an attribute whose name ends like another's",
      '#EXT-X-DATERANGE:ID="1",X-COM-EXAMPLE-BEACON-URI="http://10.0.0.7:9000/beacon?a=1,2",X-COM-EXAMPLE-URI="beacon"',
      ['#EXT-X-DATERANGE:ID="1",X-COM-EXAMPLE-BEACON-URI="",X-COM-EXAMPLE-URI="beacon"'],
    ],
    [
      "a quoted text that looks like an attribute",
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="one,URI=two",URI="a.m3u8"',
      ['#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="one,URI=two",URI="/playlist/media/sea/a.m3u8"'],
    ],
    [
      "an address without quotes, after a space",
      "#EXT-X-KEY:METHOD=AES-128, URI=/keys/1,IV=0x01",
      ['#EXT-X-KEY:METHOD=AES-128, URI="/key/keys/1",IV=0x01'],
    ],
    [
      "an inline key",
      '#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",URI="data:text/plain;base64,AAAA//http://=="',
      [
        '#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",URI="data:text/plain;base64,AAAA//http://=="',
      ],
    ],
    ["session data in a file", '#EXT-X-SESSION-DATA:DATA-ID="a.b",URI="data.json"', []],
    ["session data", '#EXT-X-SESSION-DATA:DATA-ID="a.b",VALUE="http://10.0.0.7:9000/"', []],
    [
      "a variable",
      '#EXT-X-DEFINE:NAME="host",VALUE="https://10.0.0.7/media"',
      ['#EXT-X-DEFINE:NAME="host",VALUE=""'],
    ],
    [
      "an unknown tag",
      '#EXT-X-VENDOR:URI="thing.m3u8",FROM="//10.0.0.7:9000/a",OF="x?of=http%3A%2F%2F10.0.0.7%3A9000"',
      ['#EXT-X-VENDOR:URI="",FROM="",OF="x?of="'],
    ],
    [
      "an unknown tag without addresses",
      "#EXT-X-CUE-OUT:DURATION=30",
      ["#EXT-X-CUE-OUT:DURATION=30"],
    ],
    ["a title", '#EXTINF:6.0,http://10.0.0.7:9000/0.ts URI="a"', ['#EXTINF:6.0, URI="a"']],
    ["a comment", "## Made by HTTP://10.0.0.7:9000/packager", ["## Made by "]],
    [
      "an unquoted address without a scheme",
      "#EXT-X-VENDOR:FROM=//10.0.0.7:9000/a\n## see //10.0.0.7:9000/b",
      ["#EXT-X-VENDOR:FROM=", "## see "],
    ],
    ["an unterminated quote", '#EXT-X-VENDOR:FROM="//10.0.0.7:9000/a', ['#EXT-X-VENDOR:FROM="']],
    [
      "two slashes that are not part of an address",
      "#EXT-OATCLS-SCTE35:/DAvAAAAAAAA///wBQb+",
      ["#EXT-OATCLS-SCTE35:/DAvAAAAAAAA///wBQb+"],
    ],
    [
      "line ends that hls.js accepts",
      '#EXT-X-CONTENT-STEERING:SERVER-URI="s"\r#EXTINF:6,\r//10.0.0.7:9000/0.ts\r#EXTINF:6,\r\n1.ts',
      ["#EXTINF:6,", "/media/0.ts", "#EXTINF:6,", "/media/media/sea/1.ts"],
    ],
    [
      "a rendition report",
      '#EXT-X-RENDITION-REPORT:URI="../720p/index.m3u8",LAST-MSN=273',
      ['#EXT-X-RENDITION-REPORT:URI="/playlist/media/720p/index.m3u8",LAST-MSN=273'],
    ],
    [
      "an image rendition",
      '#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="pictures.m3u8"',
      ['#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="/playlist/media/sea/pictures.m3u8"'],
    ],
    [
      "a part of a segment, and a hint at the next",
      '#EXT-X-PART:DURATION=0.33,URI="part.mp4"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI="next.mp4"',
      [
        '#EXT-X-PART:DURATION=0.33,URI="/media/media/sea/part.mp4"',
        '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="/media/media/sea/next.mp4"',
      ],
    ],
  ])("%s", (_what, line, expected) => {
    expect(sentToBrowser(["#EXTM3U", line])).toEqual(["#EXTM3U", ...expected]);
    expect(sentToBrowser(["#EXTM3U", line, ...segments(6)], 6).join("\n")).not.toContain(
      "10.0.0.7:",
    );
  });
});

describe("a playlist without an end tag", () => {
  const film = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n#EXTINF:4,\n2.ts\n";
  const withTags = (...tags: string[]) => film.replace("#EXTINF", `${tags.join("\n")}\n#EXTINF`);
  const getsEnd = (text: string, unchangedMs?: number) => withEndTag(text, unchangedMs) !== text;

  test.each([
    ["nothing else", film],
    ["that it is a film", withTags("#EXT-X-PLAYLIST-TYPE:VOD")],
    [
      "that it is a film, with dates",
      withTags("#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z"),
    ],
    ["that its first segment is 0", withTags("#EXT-X-MEDIA-SEQUENCE:0")],
    ["that its first segment is 1", withTags("#EXT-X-MEDIA-SEQUENCE: 1")],
  ])("gets one if it says %s", (_says, text) => {
    expect(withEndTag(text)).toBe(`${text}#EXT-X-ENDLIST\n`);
  });

  test.each([
    ["that it is added to", withTags("#EXT-X-PLAYLIST-TYPE:EVENT")],
    ["that its first segments are gone", withTags("#EXT-X-MEDIA-SEQUENCE:71")],
    ["that other parts are gone", withTags("#EXT-X-DISCONTINUITY-SEQUENCE:2")],
    ["when it was recorded", withTags("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z")],
    ["that parts come early", withTags("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES")],
  ])("stays live if it says %s", (_says, text) => {
    expect(getsEnd(text)).toBe(false);
  });

  test("stays live if it has changed within three segments", () => {
    expect([17_999, 18_000].map((ms) => getsEnd(film, ms))).toEqual([false, true]);
  });

  test("gets none if it is a multivariant playlist or already has one", () => {
    expect(getsEnd("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n1.m3u8\n")).toBe(false);
    expect(getsEnd(`${film}#EXT-X-ENDLIST`)).toBe(false);
  });
});

test("variable values cannot exhaust memory or add lines", () => {
  const places = "{$a}".repeat(1_000);
  const long = `#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="${"x".repeat(100_000)}"\n${places}.ts`;
  expect(withVariables(long, upstreamBase).text.length).toBeLessThan(9_000_000);
  const asked = `#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM="a"\n{$a}.ts`;
  expect(withVariables(asked, `${upstreamBase}?a=1%0A%23EXT-X-ENDLIST`).text).toBe(
    "#EXTM3U\n{$a}.ts",
  );
});
