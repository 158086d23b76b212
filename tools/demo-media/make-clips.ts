/**
 * Makes the demo clips in `server/upstream/media/clips`. Nobody needs to run this to use the project: the result is
 * committed. Run it after changing a scene, the sound or the encoding:
 *
 *     npx tsx tools/demo-media/make-clips.ts [name ...]
 *
 * Needs ffmpeg with libx264, Chromium (CHROMIUM, else /usr/bin/chromium) and Noto Sans CJK for the
 * test card. Drawing all six takes about 20 minutes on four cores, encoding ten. The drawn
 * masters (about 2.5 GB) stay in the work directory (CLIPS_WORK, else chengying-clips in the
 * temporary directory) and are used again; delete one to have it drawn anew.
 *
 * Every picture is a function of its time and every sound of its sample, without clock or chance,
 * so a second run gives the same clips; only another ffmpeg or Chromium may change some bytes.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mediaFolder } from "../../server/upstream/folders.ts";
import { clips } from "../../server/upstream/media/demo-media.ts";
import { encodeHls, encodePlain } from "./studio/encode.ts";
import { ffmpeg } from "./studio/ffmpeg.ts";
import { drawTestCard } from "./studio/scenes/test-card.ts";
import type { Shoot } from "./studio/shoot.ts";
import { composeSound } from "./studio/sound.ts";
import { film, rate } from "./studio/stage.ts";

const work = process.env.CLIPS_WORK ?? join(tmpdir(), "chengying-clips");

/** Soft pictures are drawn smaller, which nobody sees and which saves most of the time. */
const drawnWidth: Record<string, number> = { aurora: 960, dunes: 960, "city-lights": 640 };

async function shootOf(name: string, seconds: number): Promise<Shoot> {
  const width = drawnWidth[name] ?? 1280;
  const times = Array.from({ length: seconds * rate }, (_, frame) => frame / rate);
  const job = { width, height: (width * 9) / 16, seconds, times };
  if (name === "test-card") return { ...job, canvas: `globalThis.drawing = ${drawTestCard}` };
  const scenes = join(import.meta.dirname, "studio/scenes");
  const parts = ["prelude", name].map((file) => readFile(join(scenes, `${file}.glsl`), "utf8"));
  return { ...job, shader: (await Promise.all(parts)).join("\n") };
}

async function drawMaster(name: string, seconds: number, file: string): Promise<void> {
  const input = ["-f", "image2pipe", "-c:v", "mjpeg", "-framerate", `${rate}`, "-i", "-"];
  const encoder = ffmpeg([...input, "-c", "copy", "-f", "matroska", `${file}.part`]);
  await film(await shootOf(name, seconds), encoder.write);
  await encoder.end();
  await rename(`${file}.part`, file);
}

await mkdir(work, { recursive: true });
const wanted = process.argv.slice(2);
for (const { name, seconds } of clips) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const picture = join(work, `${name}.mkv`);
  const sound = join(work, `${name}.wav`);
  if (!existsSync(picture)) await drawMaster(name, seconds, picture);
  await composeSound(name, seconds, sound);
  if (process.env.CLIPS_DRAW_ONLY) continue;
  const source = { name, seconds, picture, sound, work };
  console.log(`${name}: ${await encodeHls(source, join(mediaFolder, "clips", name))}`);
  if (name === "test-card") await encodePlain(source, join(mediaFolder, "clips", "plain.mp4"));
}
