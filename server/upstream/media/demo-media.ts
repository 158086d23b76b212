import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaFolder } from "../folders.ts";
import media from "./demo-media.json" with { type: "json" };

/** Banners are 1080 by 378; their outer tenth may be cropped. Clips have their media's length. */
export const { banners, clips, plainClip, scenes } = media;

export type Art = (typeof banners)[number];

const adsOf = (shape: "ad" | "strip"): Art[] =>
  media.ads.map(({ name, ...texts }) => ({ file: `${shape}-${name}.webp`, ...texts }));

export const adCovers: readonly Art[] = adsOf("ad");

export const adStrips: readonly Art[] = adsOf("strip");

const linesOf = async (name: string) =>
  (await readFile(join(mediaFolder, "covers", `${name}.txt`), "utf8")).trimEnd().split("\n");

/** An SVG of 640 by 360: the line that starts with the video's code, otherwise any fixed line. */
export async function readCover(scene: string, number: number): Promise<string> {
  const lines = await linesOf(scene);
  const line = lines.find((one) => one.startsWith(`${number} `)) ?? lines[number % lines.length];
  return line?.slice(line.indexOf(" ") + 1) ?? "";
}

/** An SVG of 160 by 160: one of 200 lines, chosen by `number`. */
export async function readAvatar(number: number): Promise<string> {
  const lines = await linesOf("avatars");
  return lines[number % lines.length] ?? "";
}
