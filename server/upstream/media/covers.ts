import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaFolder } from "../folders.ts";

/** What a demo cover can show. */
export const scenes = [
  "sea-sunset",
  "aurora",
  "dunes",
  "cloud-sea",
  "city-night",
  "milky-way",
  "lighthouse",
  "deep-sea",
  "terraces",
  "mist",
  "snow-peak",
  "rain-lights",
  "forest",
  "lake",
  "moon-ridge",
  "discs",
  "waves",
  "desert-stars",
  "bamboo",
  "river-valley",
  "balloons",
  "meadow",
  "bridge",
  "iceberg",
] as const;
export type SceneName = (typeof scenes)[number];

/** Members' first pictures: `/avatars/<number>.svg` takes the number's remainder of these. */
export const AVATARS = 200;

/** The file with a scene's covers: each line is a video's code, a space, and the SVG. */
export const coversFile = (scene: SceneName) => join(mediaFolder, "covers", `${scene}.txt`);
/** The file with the avatars: one SVG a line. */
export const avatarsFile = join(mediaFolder, "covers", "avatars.txt");

const linesOf = async (file: string) => (await readFile(file, "utf8")).trimEnd().split("\n");

/** An SVG of 640 by 360. A number without a cover of its own gets one of the scene's others, always the same. */
export async function readCover(scene: SceneName, number: number): Promise<string> {
  const lines = await linesOf(coversFile(scene));
  const line = lines.find((one) => one.startsWith(`${number} `)) ?? lines[number % lines.length];
  return line?.slice(line.indexOf(" ") + 1) ?? "";
}

/** An SVG of 160 by 160. */
export async function readAvatar(number: number): Promise<string> {
  return (await linesOf(avatarsFile))[number % AVATARS] ?? "";
}
