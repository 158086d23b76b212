import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clip } from "../clips.ts";
import { ffmpeg } from "./ffmpeg.ts";
import { rate } from "./stage.ts";

/** A drawn clip: the master picture and its sound. */
export interface Source extends Clip {
  picture: string;
  sound: string;
}

interface Variant {
  width: number;
  height: number;
  profile: "main" | "high";
  level: string;
  crf: number;
  /** Peak of the picture and rate of the sound, in kbit/s. */
  peak: number;
  sound: number;
}

const variants: readonly Variant[] = [
  { width: 480, height: 270, profile: "main", level: "2.1", crf: 29.5, peak: 180, sound: 40 },
  { width: 854, height: 480, profile: "main", level: "3.0", crf: 31.5, peak: 340, sound: 40 },
  { width: 1280, height: 720, profile: "high", level: "3.1", crf: 32, peak: 560, sound: 56 },
];

/** Fast fine motion hides coarser coding; calm gradients show it. */
const bias: Record<string, number> = {
  aurora: 1.5,
  dunes: -2,
  "city-lights": 0.5,
  "night-sky": -0.5,
  "test-card": -2,
};

/** Seconds of a segment; every segment starts with the key frame of a closed group. */
const segment = 4;

/** Encodes all variants into `folder` and writes the master playlist; returns what came out. */
export async function encodeHls(source: Source, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  const streams: string[] = [];
  const sizes: string[] = [];
  for (const variant of variants) {
    const name = `${variant.height}p`;
    const home = join(folder, name);
    await mkdir(home, { recursive: true });
    await ffmpeg(
      [
        ...inputs(source, variant),
        ...["-f", "hls", "-hls_time", `${segment}`, "-hls_playlist_type", "vod"],
        ...["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4"],
        ...["-hls_flags", "independent_segments", "-hls_segment_filename", "%d.m4s", "index.m3u8"],
      ],
      home,
    ).end();
    const { peak, average, codecs } = await measure(home);
    streams.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},` +
        `RESOLUTION=${variant.width}x${variant.height},CODECS="${codecs}",` +
        `FRAME-RATE=${rate}.000\n${name}/index.m3u8`,
    );
    sizes.push(`${name} ${Math.round(average / 1000)}/${Math.round(peak / 1000)} kbit/s`);
  }
  const head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n";
  await writeFile(join(folder, "master.m3u8"), `${head}${streams.join("\n")}\n`);
  return sizes.join(", ");
}

/** Encodes the middle variant as one file whose index comes first. */
export async function encodePlain(source: Source, file: string): Promise<void> {
  const [, middle] = variants;
  if (!middle) return;
  await ffmpeg([...inputs(source, middle), "-movflags", "+faststart", file]).end();
}

function inputs({ name, picture, sound, seconds }: Source, v: Variant): string[] {
  const scale =
    `scale=${v.width}:${v.height}:flags=lanczos+accurate_rnd:in_range=pc:out_range=tv:` +
    "in_color_matrix=bt601:out_color_matrix=bt709,setsar=1,format=yuv420p";
  const gop = `${segment * rate}`;
  return [
    ...["-r", `${rate}`, "-i", picture, "-i", sound, "-map", "0:v", "-map", "1:a"],
    ...["-t", `${seconds}`, "-vf", scale, "-c:v", "libx264", "-preset", "slower"],
    ...["-profile:v", v.profile, "-level:v", v.level, "-crf", `${v.crf + (bias[name] ?? 0)}`],
    ...["-maxrate", `${v.peak}k`, "-bufsize", `${v.peak * 2}k`],
    ...["-g", gop, "-keyint_min", gop, "-sc_threshold", "0", "-bf", "3"],
    ...["-x264-params", "open-gop=0:aq-mode=3:aq-strength=1.0:threads=4"],
    ...["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"],
    ...["-c:a", "aac", "-b:a", `${v.sound}k`, "-ar", "48000", "-ac", "2", "-cutoff", "11000"],
    ...["-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"],
  ];
}

/** Reads the bit rates from the segments, and the codecs from the header they share. */
async function measure(home: string): Promise<{ peak: number; average: number; codecs: string }> {
  const playlist = await readFile(join(home, "index.m3u8"), "utf8");
  const header = await readFile(join(home, "init.mp4"));
  const at = header.indexOf("avcC") + 5;
  const codecs = `avc1.${header.toString("hex", at, at + 3)},mp4a.40.2`;
  let [bits, time, peak] = [0, 0, 0];
  for (const [, length, file] of playlist.matchAll(/#EXTINF:([\d.]+),\n(\S+)/g)) {
    const size = (await stat(join(home, file ?? ""))).size * 8;
    bits += size;
    time += Number(length);
    peak = Math.max(peak, size / Number(length));
  }
  if ((await readdir(home)).length < 3) throw new Error(`${home}: nothing was encoded`);
  return { peak: Math.ceil(peak), average: Math.ceil(bits / time), codecs };
}
