/**
 * Makes `server/upstream/media/clips/tracks`: the test card (`make-clips.ts`) with subtitles in Chinese and English and a
 * second sound, for players' menus.
 *
 *     npx tsx tools/demo-media/make-tracks.ts
 *
 * Needs ffmpeg; some seconds. A second run gives the same files.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mediaFolder } from "../../server/upstream/folders.ts";
import { clips, subtitles } from "../../server/upstream/media/demo-media.ts";
import { ffmpeg } from "./studio/ffmpeg.ts";
import { packSegments } from "./studio/segments.ts";
import { composeSound } from "./studio/sound.ts";

const CLIP = "test-card";
const SEGMENT = 4;
const seconds = clips.find(({ name }) => name === CLIP)?.seconds ?? 0;
/** In bits per second. */
const SOUND_BITS = 45_000;
const clip = join(mediaFolder, "clips", CLIP);
const folder = join(mediaFolder, "clips/tracks");

const bare = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"];

async function pack(name: string, input: string[], hasPicture: boolean) {
  const whole = join(tmpdir(), `chengying-tracks-${name}.mp4`);
  const flags = `+cmaf${hasPicture ? "+frag_keyframe" : ""}+delay_moov+default_base_moof+negative_cts_offsets`;
  const every = hasPicture ? [] : ["-frag_duration", `${SEGMENT}000000`];
  await ffmpeg([...input, ...bare, ...every, "-movflags", flags, whole]).end();
  const measured = await packSegments(whole, join(folder, name), seconds, SEGMENT);
  await rm(whole);
  return measured;
}

/** The clip's own sound, and another clip's music, as long as this one. */
async function makeSounds() {
  const wave = join(tmpdir(), "chengying-tracks.wav");
  await composeSound("aurora", seconds, wave);
  const samples = (Math.floor((seconds * 48_000) / 1024) - 1) * 1024;
  const coded = ["-c:a", "aac", "-b:a", "40k", "-ar", "48000", "-ac", "2", "-cutoff", "11000"];
  await pack("music", ["-i", wave, "-af", `atrim=end_sample=${samples}`, ...coded], false);
  const own = ["-i", join(clip, "270p/media.mp4"), "-vn", "-c:a", "copy"];
  await pack("voice", own, false);
  await rm(wave);
}

const clock = (at: number) => `00:${String(at).padStart(2, "0")}.000`;

/** One file for all of it, as many upstreams have: a preview's end must be found within it. */
async function writeSubtitles(language: keyof (typeof subtitles)[number]) {
  const each = seconds / subtitles.length;
  const cues = subtitles.map((lines, index) => {
    const [from, to] = [index * each, (index + 1) * each - 1].map(clock);
    return `${from} --> ${to}\n${lines[language]}`;
  });
  await mkdir(join(folder, language), { recursive: true });
  await writeFile(
    join(folder, language, "text.vtt"),
    `${["WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000", ...cues].join("\n\n")}\n`,
  );
  const playlist = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${seconds}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXTINF:${seconds.toFixed(3)},`,
    "text.vtt",
    "#EXT-X-ENDLIST",
  ];
  await writeFile(join(folder, language, "index.m3u8"), `${playlist.join("\n")}\n`);
}

const rendition = (type: string, attributes: Record<string, string>) =>
  `#EXT-X-MEDIA:TYPE=${type},${Object.entries(attributes)
    .map(([name, value]) => `${name}=${/^(YES|NO)$/.test(value) ? value : `"${value}"`}`)
    .join(",")}`;

const sizes = { "270p": "480x270", "480p": "854x480" };

/** Pictures without sound, which comes apart: hls.js cannot leave a sound that is in one file with the picture. */
async function makePictures(): Promise<string[]> {
  const variants: string[] = [];
  for (const [name, size] of Object.entries(sizes)) {
    const input = ["-i", join(clip, name, "media.mp4"), "-an", "-c:v", "copy"];
    const { peak, average, codecs } = await pack(name, input, true);
    const bits = (measured: number) => measured + SOUND_BITS;
    variants.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${bits(peak)},AVERAGE-BANDWIDTH=${bits(average)},` +
        `RESOLUTION=${size},CODECS="${codecs}",FRAME-RATE=24.000,AUDIO="sound",SUBTITLES="text"\n` +
        `${name}/index.m3u8`,
    );
  }
  return variants;
}

async function writeMaster(variants: string[]) {
  const sound = { "GROUP-ID": "sound", AUTOSELECT: "YES" };
  const text = { "GROUP-ID": "text", DEFAULT: "NO", AUTOSELECT: "YES" };
  const renditions = [
    rendition("AUDIO", {
      ...sound,
      NAME: "原声",
      LANGUAGE: "zh",
      DEFAULT: "YES",
      URI: "voice/index.m3u8",
    }),
    rendition("AUDIO", {
      ...{ ...sound, NAME: "配乐", LANGUAGE: "zxx", DEFAULT: "NO" },
      URI: "music/index.m3u8",
    }),
    rendition("SUBTITLES", { ...text, NAME: "中文", LANGUAGE: "zh", URI: "zh/index.m3u8" }),
    rendition("SUBTITLES", { ...text, NAME: "English", LANGUAGE: "en", URI: "en/index.m3u8" }),
  ];
  const head = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  const lines = [...head, ...renditions, ...variants];
  await writeFile(join(folder, "master.m3u8"), `${lines.join("\n")}\n`);
}

await rm(folder, { recursive: true, force: true });
await makeSounds();
for (const language of ["zh", "en"] as const) await writeSubtitles(language);
await writeMaster(await makePictures());
