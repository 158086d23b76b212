import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaFolder } from "../folders.ts";

export interface Art {
  file: string;
  title: string;
  subtitle: string;
}

/** Home banners, 1080 by 378; the outer tenth may be cropped. */
export const banners: readonly Art[] = [
  { file: "banner-sea.webp", title: "海与落日", subtitle: "十二集环海纪行 · 本周完结" },
  { file: "banner-aurora.webp", title: "极光之夜", subtitle: "北纬六十八度 · 八集连播" },
  { file: "banner-peak.webp", title: "云上的山", subtitle: "重走十四座雪峰 · 每周五更新" },
  { file: "banner-city.webp", title: "城市夜色", subtitle: "灯火之下的二十四小时" },
  { file: "banner-stars.webp", title: "银河来信", subtitle: "跟着星空去远行 · 会员抢先看" },
];

const ad = (name: string, title: string, subtitle: string): { cover: Art; strip: Art } => ({
  cover: { file: `ad-${name}.webp`, title, subtitle },
  strip: { file: `strip-${name}.webp`, title, subtitle },
});

const ads = [
  ad("camping", "露营季", "把周末搬到山谷里"),
  ad("tea", "山间好茶", "一杯热茶，慢慢看完一集"),
  ad("night-run", "夜跑计划", "沿着江边，跑进晚风里"),
  ad("star-lens", "星空镜头", "拍下你的第一条银河"),
  ad("slow-train", "慢火车", "靠窗的位置，一路看山看海"),
];

/** Advertisements of 16:9, for cards and the pop-up: 960 by 540. */
export const adCovers: readonly Art[] = ads.map(({ cover }) => cover);

/** Advertisements as a strip across the page: 1029 by 216. */
export const adStrips: readonly Art[] = ads.map(({ strip }) => strip);

export interface Clip {
  name: string;
  /** Exact length of picture and sound. */
  seconds: number;
}

export const clips = [
  { name: "sea-sunset", seconds: 66 },
  { name: "aurora", seconds: 68 },
  { name: "dunes", seconds: 62 },
  { name: "night-sky", seconds: 72 },
  { name: "city-lights", seconds: 64 },
  { name: "test-card", seconds: 60 },
] as const satisfies readonly Clip[];

/** A progressive file, for sources without a playlist: `clips/plain.mp4`. */
export const plainClip: Clip = { name: "plain.mp4", seconds: 60 };

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

const linesOf = async (name: string) =>
  (await readFile(join(mediaFolder, "covers", `${name}.txt`), "utf8")).trimEnd().split("\n");

/**
 * An SVG of 640 by 360. The scene's file has one per line, after a video's code; a number without a line gets one of
 * the others, always the same.
 */
export async function readCover(scene: SceneName, number: number): Promise<string> {
  const lines = await linesOf(scene);
  const line = lines.find((one) => one.startsWith(`${number} `)) ?? lines[number % lines.length];
  return line?.slice(line.indexOf(" ") + 1) ?? "";
}

/** A member's default avatar, an SVG of 160 by 160: one of 200, by the number's remainder. */
export async function readAvatar(number: number): Promise<string> {
  const lines = await linesOf("avatars");
  return lines[number % lines.length] ?? "";
}
