import sharp from "sharp";

/** The largest picture that a visitor may send, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Width times height, before the picture is made smaller. */
const MAX_PIXELS = 50_000_000;

const formats = ["jpeg", "png", "webp", "gif"];

/** A visitor's file is no picture that can be used. `message` is Chinese and may be shown. */
export class UnusablePicture extends Error {
  override name = "UnusablePicture";
}

/**
 * A visitor's picture, drawn anew: its metadata, among them where it was taken, and whatever else was hidden in the
 * file stay behind. What the file calls itself does not count, only what is in it.
 *
 * @param maxSide no side of the result is longer, in pixels
 * @throws {UnusablePicture} when it is no picture, broken or too large
 */
export async function preparePicture(file: File, maxSide: number): Promise<File> {
  if (file.size > MAX_BYTES) throw new UnusablePicture("图片不能超过8MB");
  const bytes = Buffer.from(await file.arrayBuffer());
  const { format } = await opened(bytes).catch(() => ({ format: undefined }));
  if (!format || !formats.includes(format)) {
    throw new UnusablePicture("只能上传JPG、PNG、WebP或GIF图片");
  }
  try {
    const drawn = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer();
    return new File([new Uint8Array(drawn)], "picture.jpg", { type: "image/jpeg" });
  } catch {
    throw new UnusablePicture("图片已损坏，请换一张");
  }
}

const opened = async (bytes: Buffer) => sharp(bytes).metadata();
