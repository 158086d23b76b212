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

/** The lines of `covers/<name>.txt`. */
const linesOf = async (name: string) =>
  (await readFile(join(mediaFolder, "covers", `${name}.txt`), "utf8")).trimEnd().split("\n");

/**
 * An SVG of 640 by 360. The scene's file has one a line after a video's code; a number without a line of its own
 * gets one of the others, always the same.
 */
export async function readCover(scene: SceneName, number: number): Promise<string> {
  const lines = await linesOf(scene);
  const line = lines.find((one) => one.startsWith(`${number} `)) ?? lines[number % lines.length];
  return line?.slice(line.indexOf(" ") + 1) ?? "";
}

/** A member's first picture, an SVG of 160 by 160: by the number's remainder of the 200 that there are. */
export async function readAvatar(number: number): Promise<string> {
  const lines = await linesOf("avatars");
  return lines[number % lines.length] ?? "";
}
