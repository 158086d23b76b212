import fc from "fast-check";
import { expect, test } from "vitest";
import {
  previewPlaylist,
  rewritePlaylist,
  withEndTag,
  withVariables,
} from "../../../server/media/playlists.ts";
import { fuzz } from "../../support/fuzz/runs.ts";

const BASE = "https://origin.secret/films/1/index.m3u8?key=7";
const film = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:6
#EXT-X-DEFINE:QUERYPARAM="key"
#EXT-X-MAP:URI="init.mp4",BYTERANGE="500@0"
#EXT-X-KEY:METHOD=AES-128,URI="https://origin.secret/key?of=1",IV=0x01
#EXTINF:6,https://origin.secret/title
#EXT-X-BYTERANGE:1000@500
movie.mp4
#EXTINF:6,
https:\\/\\/origin.secret\\/2.ts?key={$key}
#EXT-X-DATERANGE:ID="1",X-COM-LINK="wss://origin.secret/x"
#EXTINF:6,
//origin.secret/3.ts
#EXTINF:6,
4.ts
#EXT-X-ENDLIST`.split("\n");
const variants = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="zh",URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=400000
https://origin.secret/low.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="frames.m3u8"`.split("\n");

/** A playlist with removed, doubled, swapped, truncated or added lines. */
const damaged = fc
  .tuple(
    fc.shuffledSubarray([...film, ...film, ...variants], { minLength: 1 }),
    fc.array(
      fc.oneof(fc.string(), fc.constantFrom("#", '"', 'URI="', "#EXTINF:", ":", "//", "\\")),
    ),
    fc.nat(200),
    fc.constantFrom("\n", "\r", "\r\n", "\n\n", " \n"),
  )
  .chain(([lines, odd, at, lineEnd]) =>
    fc.subarray(film).map((kept) => {
      const mixed = [...kept, ...lines.slice(0, at % 20), ...odd, ...lines.slice(at % 20)];
      const text = `#EXTM3U\n${mixed.join(lineEnd)}`;
      return at < 100 ? text : text.slice(0, text.length - (at % text.length));
    }),
  )
  .filter((text) => text.startsWith("#EXTM3U"));

const mark = () => "/stream/sealed";

test("for any playlist, no address of its origin is passed on, and a preview is no longer than requested", () => {
  fc.assert(
    fc.property(damaged, fc.integer({ min: 1, max: 30 }), (sent, seconds) => {
      const { text } = withVariables(withEndTag(sent), BASE);
      expect(rewritePlaylist(text, BASE, mark)).not.toMatch(/origin\.secret/i);
      const preview = previewPlaylist(text, BASE, seconds);
      expect(rewritePlaylist(preview, BASE, mark)).not.toMatch(/origin\.secret/i);
      // here every segment is at least a second long, and one without a duration counts as the target duration
      const segments = preview.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      const isMultivariant = !preview.includes("#EXTINF:");
      if (!isMultivariant) expect(segments.length).toBeLessThanOrEqual(seconds);
    }),
    fuzz,
  );
});
