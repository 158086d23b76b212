import sharp from "sharp";
import { draw, MAX_ASPECT, MAX_PIXELS, readable } from "../media/pictures/draw.ts";
import { cut } from "./repairs.ts";

/** The site would show its placeholder; the message says what the file is. */
export class UndrawablePicture extends Error {}

/** What the operator should know; `animated`: animations are kept (ads). @throws {UndrawablePicture} */
export async function pictureNotes(original: Buffer, animated: boolean): Promise<string[]> {
  const drawn = await draw(original, { width: 180, format: "webp", animated }).catch((error) => {
    throw new UndrawablePicture(nameOf(original) ?? cut(lastLine(error), 60));
  });
  const { input, raw } = readable(original);
  const options = { ...(raw && { raw }), limitInputPixels: false };
  const metadata = await sharp(input, { ...options, failOn: "none" }).metadata();
  const { format, width, height, pages = 1, autoOrient } = metadata;
  const isSound = await sharp(input, { ...options, failOn: "warning" })
    .stats()
    .then(
      () => raw !== undefined || input.length <= original.length,
      () => false,
    );
  // sharp reads only the first frame of a PNG
  const pngMoves =
    format === "png" && original.subarray(0, original.indexOf("IDAT")).includes("acTL");
  const moved = ((await sharp(drawn).metadata()).pages ?? 1) > 1;
  const found: [boolean, string][] = [
    [!isSound, "截断或损坏的图片（读到哪里，显示到哪里）"],
    [raw !== undefined || input.length < original.length, "BMP 或 ICO 图片"],
    [
      format !== "svg" && autoOrient.height > MAX_ASPECT * autoOrient.width,
      `高过宽 ${MAX_ASPECT} 倍的图片（只显示中间）`,
    ],
    [width * height > MAX_PIXELS, `超过 ${MAX_PIXELS / 10_000} 万像素的图片`],
    [moved, "会动的广告图"],
    [!moved && (pages > 1 || pngMoves), "会动的图片（只显示第一帧）"],
  ];
  return found.flatMap(([isSo, words]) => (isSo ? [words] : []));
}

const lastLine = (error: Error) => error.message.trim().split("\n").at(-1) ?? "";

function nameOf(file: Buffer): string | undefined {
  const start = file.toString("latin1", 0, 64);
  if (start.startsWith("\xff\n") || start.startsWith("JXL ", 4)) return "JPEG XL";
  if (/^ftyp(hei|hev|mif1|msf1)/.test(start.slice(4))) return "HEIC";
  return /^\s*<(!doctype|html|head|body)\b/i.test(start) ? "一个网页" : undefined;
}
