import { expect, test } from "vitest";
import { rewritePlaylist } from "./playlist.ts";

const base = "http://10.0.0.7:9000/media/sea/master.m3u8";
const mark = (url: string, playlist: boolean) => `<${playlist ? "playlist" : "media"} ${url}>`;

test("variants of a master playlist are playlists, whatever they are called", () => {
  const text = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="audio/index"
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=480x270
270p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000
https://cdn.example/720p?x=1`;
  expect(rewritePlaylist(text, base, mark)).toBe(`#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="<playlist http://10.0.0.7:9000/media/sea/audio/index>"
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=480x270
<playlist http://10.0.0.7:9000/media/sea/270p/index.m3u8>
#EXT-X-STREAM-INF:BANDWIDTH=900000
<playlist https://cdn.example/720p?x=1>`);
});

test("segments, keys and maps of a media playlist are media; inline keys stay", () => {
  const text = [
    "#EXTM3U",
    '#EXT-X-KEY:METHOD=AES-128,URI="/keys/1"',
    '#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://key"',
    '#EXT-X-MAP:URI="init.mp4"',
    "#EXTINF:4.0,",
    "0.m4s",
    "#EXT-X-ENDLIST",
    "",
  ].join("\r\n");
  expect(rewritePlaylist(text, base, mark).split("\n")).toEqual([
    "#EXTM3U",
    '#EXT-X-KEY:METHOD=AES-128,URI="<media http://10.0.0.7:9000/keys/1>"',
    '#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://key"',
    '#EXT-X-MAP:URI="<media http://10.0.0.7:9000/media/sea/init.mp4>"',
    "#EXTINF:4.0,",
    "<media http://10.0.0.7:9000/media/sea/0.m4s>",
    "#EXT-X-ENDLIST",
    "",
  ]);
});

test("what is no playlist is refused", () => {
  expect(() => rewritePlaylist("<html>", base, mark)).toThrow(TypeError);
});
