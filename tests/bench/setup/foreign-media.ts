import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { debianProgram } from "../../setup/debian.ts";
import type { ForeignKind } from "./media-kinds.ts";

/** A demo clip of 66 s, of which a film of three minutes is made. */
const CLIP = join(process.cwd(), "server/upstream/media/clips/sea-sunset/720p/index.m3u8");
const LOOPS = 3;

/** Bit rates in kbit/s. */
interface Quality {
  name: string;
  size: [number, number];
  picture: number;
  sound: number;
}
const middle: Quality = { name: "middle", size: [854, 480], picture: 700, sound: 64 };
const qualities: Quality[] = [
  { name: "low", size: [480, 270], picture: 230, sound: 40 },
  middle,
  { name: "high", size: [1280, 720], picture: 1_500, sound: 96 },
];

/** As many hosts write it: without `CODECS`. */
const multivariantPlaylist = `#EXTM3U
${qualities
  .map(
    ({ name, size, picture, sound }) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${1_300 * (picture + sound)},RESOLUTION=${size.join("x")}\n${name}.m3u8`,
  )
  .join("\n")}
`;

/** Made once for each version of this file, as it takes two minutes. */
const CACHE = join(
  process.cwd(),
  "node_modules/.cache/foreign-media",
  createHash("sha256")
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest("hex")
    .slice(0, 12),
);

/** A folder of the cache, whole: what is made comes into its place when it is ready. */
function cached(name: string, make: (folder: string) => void): string {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    make(unfinished);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

const ffmpeg = (cwd: string, input: string[], output: string) =>
  execFileSync(
    debianProgram("/usr/bin/ffmpeg", "ffmpeg"),
    ["-v", "error", ...input, ...output.split(" ")],
    { cwd },
  );

/** H.264 with B-frames, and with noise as a camera's, so that it takes the bits that it may take. */
const encoded = ({ name, size, picture, sound }: Quality) =>
  join(
    cached(name, (folder) =>
      ffmpeg(
        folder,
        ["-i", CLIP],
        `-vf scale=${size.join(":")},noise=alls=14:allf=t -c:v libx264 -preset veryfast -bf 3 ` +
          "-g 48 -keyint_min 48 -sc_threshold 0 -pix_fmt yuv420p " +
          `-b:v ${picture}k -maxrate ${1.2 * picture}k -bufsize ${2 * picture}k ` +
          `-c:a aac -b:a ${sound}k -movflags +faststart film.mp4`,
      ),
    ),
    "film.mp4",
  );

/** A file of the quality that kinds of one quality have. */
export const foreignFile = () => encoded(middle);

/** The folder of a film's playlists, of which `index.m3u8` is the first, and its segments of so many seconds. */
export const foreignStream = (kind: ForeignKind, segmentSeconds: number): string =>
  cached(`${kind}-${segmentSeconds}`, (folder) => {
    const isMultivariant = kind === "ts-multivariant";
    if (isMultivariant) writeFileSync(join(folder, "index.m3u8"), multivariantPlaylist);
    const isEncrypted = kind === "ts-aes";
    if (isEncrypted) {
      writeFileSync(join(folder, "film.key"), Buffer.alloc(16, 7));
      writeFileSync(join(folder, "key-info"), "film.key\nfilm.key\n");
    }
    for (const quality of isMultivariant ? qualities : [middle]) {
      const { name } = quality;
      ffmpeg(
        folder,
        ["-stream_loop", String(LOOPS - 1), "-i", encoded(quality)],
        `-c copy -f hls -hls_time ${segmentSeconds} -hls_playlist_type vod ` +
          `${isEncrypted ? "-hls_key_info_file key-info " : ""}` +
          `-hls_segment_filename ${name}-%d.ts ${isMultivariant ? name : "index"}.m3u8`,
      );
    }
  });
