import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { debianProgram } from "../../setup/debian.ts";

export const masterPlaylist = (sound: string) =>
  Buffer.from(`#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=320x180,CODECS="avc1.42c00c,mp4a.40.2"
picture.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=90000,CODECS="mp4a.40.2"
${sound}
`);

/**
 * MPEG-TS in one quality, and its sound as a variant (`master.m3u8`), in segments of four seconds.
 *
 * @param folder an empty one, in which it is made
 * @returns the files by their names
 */
export function filmWithSound(folder: string, seconds: number): Map<string, Buffer> {
  const segments = "-f hls -hls_time 4 -hls_list_size 0".split(" ");
  execFileSync(debianProgram("/usr/bin/ffmpeg", "ffmpeg"), [
    ...["-v", "error", "-f", "lavfi", "-i", `testsrc=size=320x180:rate=12:duration=${seconds}`],
    ...["-f", "lavfi", "-i", `sine=frequency=440:duration=${seconds}`],
    ..."-map 0 -map 1 -c:v libx264 -preset ultrafast -g 48 -pix_fmt yuv420p -c:a aac".split(" "),
    ...[...segments, join(folder, "picture.m3u8")],
    ...["-map", "1", "-c:a", "aac", ...segments, join(folder, "sound.m3u8")],
  ]);
  const files = readdirSync(folder).map(
    (name) => [name, readFileSync(join(folder, name))] as const,
  );
  return new Map([...files, ["master.m3u8", masterPlaylist("sound.m3u8")]]);
}
