import { execFileSync } from "node:child_process";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { debianProgram } from "../../tests/setup/debian.ts";
import { bitmap, icon } from "../../tests/support/media/bitmaps.ts";
import { pictureNotes } from "./pictures.ts";

const red = [210, 40, 30];
const blue = [20, 60, 200];

/** Noise makes the file large, so that damage hits the picture's data. */
const noisy = (width = 400, height = 300) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 20 },
    },
  });
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#d2281e" } });
const cutOff = (bytes: Buffer, part = 0.5) => bytes.subarray(0, Math.floor(bytes.length * part));
function damaged(bytes: Buffer) {
  const copy = Buffer.from(bytes);
  return copy.fill(0xff, Math.floor(copy.length * 0.7), Math.floor(copy.length * 0.7) + 24);
}
function frames(count: number, width = 60, height = 30) {
  const pixels = Buffer.concat(
    Array.from({ length: count }, (_, index) => Buffer.alloc(width * height * 3, index * 20)),
  );
  return sharp(pixels, { raw: { width, height: height * count, channels: 3, pageHeight: height } });
}
/** Half a second of a test picture, as ffmpeg writes it. */
const makeWithFfmpeg = (...to: string[]) =>
  execFileSync(debianProgram("/usr/bin/ffmpeg", "ffmpeg"), [
    ...["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=8:duration=0.5", ...to, "-"],
  ]);

const [cut, bmp, tall, large, moving, ad] = [
  "截断或损坏的图片（读到哪里，显示到哪里）",
  "BMP 或 ICO 图片",
  "高过宽 4 倍的图片（只显示中间）",
  "超过 5000 万像素的图片",
  "会动的图片（只显示第一帧）",
  "会动的广告图",
];

test.each<[what: string, make: () => Promise<Buffer> | Buffer, notes: string[]]>([
  ["JPEG", () => noisy().jpeg().toBuffer(), []],
  ["JPEG, progressive", () => noisy().jpeg({ progressive: true }).toBuffer(), []],
  ["JPEG, very wide", () => plain(8_000, 100).jpeg().toBuffer(), []],
  ["PNG", () => noisy().png().toBuffer(), []],
  ["WebP", () => noisy().webp().toBuffer(), []],
  ["AVIF", () => noisy().avif().toBuffer(), []],
  ["GIF", () => noisy().gif().toBuffer(), []],
  ["TIFF", () => noisy().tiff().toBuffer(), []],
  [
    "SVG, tall",
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 9"/>'),
    [],
  ],
  ["JPEG, half", async () => cutOff(await noisy().jpeg().toBuffer()), [cut]],
  // cutting off only two bytes would leave one picture in twenty whole
  ["JPEG without its end", async () => (await noisy().jpeg().toBuffer()).subarray(0, -8), [cut]],
  ["JPEG, damaged", async () => damaged(await noisy().jpeg().toBuffer()), [cut]],
  ["PNG, half", async () => cutOff(await noisy().png().toBuffer()), [cut]],
  ["GIF, half", async () => cutOff(await noisy().gif().toBuffer()), [cut]],
  ["WebP, half", async () => cutOff(await noisy().webp().toBuffer()), [cut]],
  ["BMP", () => bitmap("24", { width: 101, height: 60, above: red, below: blue }), [bmp]],
  ["ICO with a PNG", async () => icon(await noisy(256, 256).png().toBuffer(), 256), [bmp]],
  ["JPEG, tall", () => plain(300, 2_000).jpeg().toBuffer(), [tall]],
  [
    "JPEG, wide, but turned by its orientation",
    () => plain(2_000, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    [tall],
  ],
  ["JPEG, large", () => plain(9_000, 6_000).jpeg().toBuffer(), [large]],
  ["GIF, moving", () => frames(4).gif().toBuffer(), [moving]],
  ["PNG, moving", () => makeWithFfmpeg("-f", "apng"), [moving]],
])("%s", async (_what, make, notes) => {
  expect(await pictureNotes(await make(), false)).toEqual(notes);
});

test("an ad's picture stays animated unless it is too large", async () => {
  expect(await pictureNotes(await frames(4).webp().toBuffer(), true)).toEqual([ad]);
  const many = await frames(9, 3000, 2000).gif({ effort: 1 }).toBuffer();
  expect(await pictureNotes(many, true)).toEqual([moving]);
  expect(await pictureNotes(await noisy().jpeg().toBuffer(), true)).toEqual([]);
});

describe("the format of a picture that cannot be drawn is named", () => {
  /** Only the structure of a HEIC file, without readable contents. */
  const heic = async () => {
    const avif = (await plain(64, 48).avif().toBuffer()).toString("latin1");
    const other = avif.replaceAll("avif", "heic").replaceAll("av01", "hvc1");
    return Buffer.from(other.replaceAll("av1C", "hvcC"), "latin1");
  };
  test.each<[what: string, make: () => Promise<Buffer> | Buffer, name: RegExp]>([
    [
      "JPEG XL",
      () => makeWithFfmpeg("-frames:v", "1", "-c:v", "libjxl", "-f", "image2pipe"),
      /^JPEG XL$/,
    ],
    ["HEIC", heic, /^HEIC$/],
    ["a page", () => Buffer.from("<!DOCTYPE html><title>403</title>"), /^一个网页$/],
    ["nothing", () => Buffer.alloc(0), /^.{8,60}$/],
    ["too many pixels", () => plain(9_000, 6_000).png().toBuffer(), /pixel limit/],
    ["AVIF, half", async () => cutOff(await noisy().avif().toBuffer()), /^.{8,60}$/],
  ])("%s", async (_what, make, name) => {
    await expect(pictureNotes(await make(), false)).rejects.toThrow(name);
  });
});
