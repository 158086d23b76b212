import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaFolder } from "../folders.ts";
import media from "./demo-media.json" with { type: "json" };

/**
 * Home banners, 1080 by 378, whose outer tenth may be cropped; clips with the exact length of their picture and sound;
 * a progressive file, for sources without a playlist; scenes of covers.
 */
export const { banners, clips, plainClip, scenes } = media;

export type Art = (typeof banners)[number];

const adsOf = (shape: "ad" | "strip"): Art[] =>
  media.ads.map(({ name, ...texts }) => ({ file: `${shape}-${name}.webp`, ...texts }));

/** Advertisements of 16:9, for cards and the pop-up: 960 by 540. */
export const adCovers: readonly Art[] = adsOf("ad");

/** Advertisements as a strip across the page: 1029 by 216. */
export const adStrips: readonly Art[] = adsOf("strip");

const linesOf = async (name: string) =>
  (await readFile(join(mediaFolder, "covers", `${name}.txt`), "utf8")).trimEnd().split("\n");

/**
 * An SVG of 640 by 360. The scene's file has one per line, after a video's code; a number without a line gets one of
 * the others, always the same.
 */
export async function readCover(scene: string, number: number): Promise<string> {
  const lines = await linesOf(scene);
  const line = lines.find((one) => one.startsWith(`${number} `)) ?? lines[number % lines.length];
  return line?.slice(line.indexOf(" ") + 1) ?? "";
}

/** A member's default avatar, an SVG of 160 by 160: one of 200, by the number's remainder. */
export async function readAvatar(number: number): Promise<string> {
  const lines = await linesOf("avatars");
  return lines[number % lines.length] ?? "";
}
