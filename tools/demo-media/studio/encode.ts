import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clip } from "../../../server/upstream/media/demo-media.ts";
import { ffmpeg } from "./ffmpeg.ts";
import { packSegments } from "./segments.ts";
import { rate } from "./stage.ts";

/** A drawn clip: the master picture, its sound, and where big files may lie meanwhile. */
export interface Source extends Clip {
  picture: string;
  sound: string;
  work: string;
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

const variants = [
  { width: 480, height: 270, profile: "main", level: "2.1", crf: 29, peak: 180, sound: 40 },
  { width: 854, height: 480, profile: "main", level: "3.0", crf: 31, peak: 340, sound: 40 },
  { width: 1280, height: 720, profile: "high", level: "3.1", crf: 31.5, peak: 560, sound: 56 },
] as const satisfies readonly Variant[];

/** Fast fine motion hides coarser coding; calm gradients show it. */
const bias: Record<string, number> = {
  aurora: 1.5,
  dunes: -2,
  "city-lights": 0.5,
  "test-card": -2,
};

/** Seconds of a segment; every segment starts with the key frame of a closed group. */
const segment = 4;

/** Encodes all variants into `folder` and writes the master playlist; returns what came out. */
export async function encodeHls(source: Source, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  const streams: string[] = [];
  let keyFrames = "";
  const sizes: string[] = [];
  for (const variant of variants) {
    const name = `${variant.height}p`;
    const whole = join(source.work, `${source.name}-${name}.mp4`);
    await ffmpeg([
      ...encoding(source, variant),
      ...["-movflags", "+cmaf+frag_keyframe+delay_moov+default_base_moof+negative_cts_offsets"],
      whole,
    ]).end();
    // pictures on a scrubber are small
    const isLowest = variant === variants[0];
    const made = await packSegments(whole, join(folder, name), source.seconds, segment, isLowest);
    streams.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${made.peak},AVERAGE-BANDWIDTH=${made.average},` +
        `RESOLUTION=${variant.width}x${variant.height},CODECS="${made.codecs}",` +
        `FRAME-RATE=${rate}.000\n${name}/index.m3u8`,
    );
    if (isLowest)
      keyFrames =
        `#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=${made.keyFramePeak},` +
        `RESOLUTION=${variant.width}x${variant.height},CODECS="${made.codecs.split(",")[0]}",` +
        `URI="${name}/iframes.m3u8"\n`;
    sizes.push(`${name} ${Math.round(made.average / 1000)}/${Math.round(made.peak / 1000)} kbit/s`);
  }
  const head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n";
  await writeFile(join(folder, "master.m3u8"), `${head}${streams.join("\n")}\n${keyFrames}`);
  return sizes.join(", ");
}

/** Encodes the middle variant as one file whose index comes first. */
export async function encodePlain(source: Source, file: string): Promise<void> {
  await ffmpeg([...encoding(source, variants[1]), "-movflags", "+faststart", file]).end();
}

function encoding({ name, picture, sound, seconds }: Source, v: Variant): string[] {
  const scale =
    `scale=${v.width}:${v.height}:flags=lanczos+accurate_rnd:in_range=pc:out_range=tv:` +
    "in_color_matrix=bt601:out_color_matrix=bt709,setsar=1,format=yuv420p";
  const group = `${segment * rate}`;
  // The encoder puts one packet of 1024 samples in front; with it the sound may not outlast the
  // picture, or the next repetition of a looped playlist would begin within it.
  const samples = (Math.floor((seconds * 48_000) / 1024) - 1) * 1024;
  return [
    ...["-r", `${rate}`, "-i", picture, "-i", sound, "-map", "0:v", "-map", "1:a"],
    ...["-vf", scale, "-c:v", "libx264", "-preset", "slower"],
    ...["-profile:v", v.profile, "-level:v", v.level, "-crf", `${v.crf + (bias[name] ?? 0)}`],
    ...["-maxrate", `${v.peak}k`, "-bufsize", `${v.peak * 2}k`],
    ...["-g", group, "-keyint_min", group, "-sc_threshold", "0", "-bf", "3"],
    ...["-x264-params", "open-gop=0:aq-mode=3:aq-strength=1.0:threads=4"],
    ...["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"],
    ...["-af", `atrim=end_sample=${samples}`, "-c:a", "aac", "-b:a", `${v.sound}k`],
    ...["-ar", "48000", "-ac", "2", "-cutoff", "11000"],
    ...["-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"],
  ];
}
