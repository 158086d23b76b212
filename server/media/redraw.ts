import limit from "p-limit";
import sharp from "sharp";

/** In bytes; the browser refuses larger files before it sends them. */
const LARGEST_FILE = 8 * 1024 * 1024;
/** Width times height: what a small file may unfold to. */
const MOST_PIXELS = 40_000_000;

/** JPEG, PNG, GIF and WebP by their first bytes in hex. What a file calls itself does not count. */
const pictures = [/^ffd8ff/, /^89504e470d0a1a0a/, /^474946383[79]61/, /^52494646.{8}57454250/];

/** Unfolded pictures are large: only so many at once. */
const queue = limit(2);

/** Why a file is not taken: over 8 MB, no picture of a known kind, or broken or with too many pixels. */
export type Unusable = "large" | "kind" | "broken";

/**
 * Draws a visitor's picture anew as a JPEG: upright, no side longer than `longestSide` pixels, on white, the first
 * picture of an animation, and without what the camera or anybody else put into the file.
 */
export async function redraw(file: File, longestSide: number): Promise<File | Unusable> {
  if (file.size > LARGEST_FILE) return "large";
  const bytes = Buffer.from(await file.arrayBuffer());
  const start = bytes.subarray(0, 16).toString("hex");
  if (!pictures.some((magic) => magic.test(start))) return "kind";
  try {
    const drawn = await queue(() =>
      sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" })
        .rotate()
        .resize({
          width: longestSide,
          height: longestSide,
          fit: "inside",
          withoutEnlargement: true,
        })
        .flatten({ background: "#fff" })
        .jpeg({ quality: 88 })
        .toBuffer(),
    );
    return new File([new Uint8Array(drawn)], "picture.jpg", { type: "image/jpeg" });
  } catch {
    return "broken";
  }
}
