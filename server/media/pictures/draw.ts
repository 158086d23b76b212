import sharp, { type Metadata, type ResizeOptions, type Sharp } from "sharp";

/** In order of preference: AVIF is a third smaller than WebP. */
export const formats = ["avif", "webp", "jpeg"] as const;
export type Format = (typeof formats)[number];

/** Protects against decompression bombs. */
export const MAX_PIXELS = 50_000_000;
/** A JPEG that needs no rotation is scaled row by row and never in memory as a whole. */
const MAX_STREAMED_PIXELS = 250_000_000;
/** The AVIF decoder holds the whole picture: 50 million pixels take 944 MB. */
const MAX_AVIF_PIXELS = 16_000_000;
/** BMP is decoded here, pixel by pixel; a 12 MB file holds 4 million 24-bit pixels. */
const MAX_BITMAP_PIXELS = 10_000_000;
/** Maximum of height divided by width: pages crop taller pictures, and WebP and AVIF cannot store them. */
export const MAX_ASPECT = 4;
/** Of all frames of an animation together; animations with more are scaled down. */
const MAX_ANIMATED_PIXELS = 12_000_000;
const MAX_ANIMATED_BYTES = 3 * 1024 * 1024;
const MAX_SECONDS = 20;

// concurrency is limited by our queue, and nothing is drawn twice
sharp.concurrency(1);
sharp.cache(false);

export interface DrawOptions {
  width: number;
  format: Format;
  /** Whether an animation stays one; AVIF then becomes WebP, which every browser with AVIF accepts. */
  animated: boolean;
}

/**
 * Resizes and re-encodes a picture, as far as a truncated one was received. At a width of 540 pixels, AVIF takes 50 ms,
 * WebP 13, JPEG 17. With more effort, AVIF takes five times as long and is a tenth smaller.
 * @throws when the original is not a picture or has too many pixels
 */
export async function draw(
  original: Buffer,
  { width, format, animated }: DrawOptions,
): Promise<Buffer> {
  const { input, raw } = readable(original);
  const options = { failOn: "none", density: 144, ...(raw && { raw }) } as const;
  const metadata = await sharp(input, { ...options, limitInputPixels: false }).metadata();
  const drawn = animated && format !== "jpeg" && (await drawAnimation(input, metadata, width));
  if (drawn) return drawn;
  const { format: read, isProgressive, orientation = 1 } = metadata;
  const streamed = read === "jpeg" && !isProgressive && orientation === 1;
  const most = read === "heif" ? MAX_AVIF_PIXELS : MAX_PIXELS;
  const limitInputPixels = streamed ? MAX_STREAMED_PIXELS : most;
  const image = sharp(input, { ...options, limitInputPixels })
    .timeout({ seconds: MAX_SECONDS })
    .rotate()
    .resize(shapeOf(metadata, width));
  return encode(image, format);
}

function encode(image: Sharp, format: Format): Promise<Buffer> {
  if (format === "avif")
    return image.avif({ quality: 48, effort: 2, chromaSubsampling: "4:2:0" }).toBuffer();
  if (format === "webp") return image.webp({ quality: 76, effort: 2 }).toBuffer();
  return image.jpeg({ quality: 78, mozjpeg: true }).toBuffer();
}

function shapeOf({ format, autoOrient }: Metadata, wanted: number): ResizeOptions {
  if (format === "svg") return { width: wanted };
  const width = Math.min(wanted, autoOrient.width);
  const height = Math.round((width * autoOrient.height) / autoOrient.width);
  return { width, height: Math.max(1, Math.min(height, width * MAX_ASPECT)) };
}

async function drawAnimation(input: Buffer, metadata: Metadata, wanted: number) {
  const { format, pages = 1, width, pageHeight = metadata.height } = metadata;
  if (pages < 2 || (format !== "gif" && format !== "webp")) return undefined;
  if (pages * width * pageHeight > MAX_PIXELS) return undefined;
  const fitting = Math.sqrt((MAX_ANIMATED_PIXELS * width) / (pages * pageHeight));
  const bytes = await sharp(input, {
    failOn: "none",
    animated: true,
    limitInputPixels: MAX_PIXELS,
  })
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width: Math.floor(Math.min(wanted, width, fitting)) })
    .webp({ quality: 60, effort: 0 })
    .toBuffer()
    .catch(() => undefined);
  return bytes && bytes.length <= MAX_ANIMATED_BYTES ? bytes : undefined;
}

export function typeOf(bytes: Buffer): `image/${Format}` {
  if (bytes.readUInt16BE(0) === 0xffd8) return "image/jpeg";
  return bytes.toString("latin1", 0, 4) === "RIFF" ? "image/webp" : "image/avif";
}

interface Readable {
  input: Buffer;
  raw?: { width: number; height: number; channels: 4 };
}

/** Makes a file readable for sharp, which supports neither BMP, ICO nor truncated WebP. */
export function readable(file: Buffer): Readable {
  const start = file.toString("latin1", 0, 4);
  if (start.startsWith("BM"))
    return readBitmap(file.subarray(14), file.subarray(file.readUInt32LE(10)), false);
  if (start === "\0\0\x01\0") return readIcon(file);
  const missing = start === "RIFF" ? file.readUInt32LE(4) + 8 - file.length : 0;
  // if more is missing, hardly anything would be visible
  return missing > 0 && missing < file.length * 4 + 1024
    ? { input: Buffer.concat([file, Buffer.alloc(missing)]) }
    : { input: file };
}

function readIcon(file: Buffer): Readable {
  const entries = Array.from({ length: Math.min(file.readUInt16LE(4), 64) }, (_, index) => {
    const at = 6 + 16 * index;
    return { width: file.readUInt8(at) || 256, offset: file.readUInt32LE(at + 12) };
  });
  const [largest] = entries.toSorted((a, b) => b.width - a.width);
  const image = file.subarray(largest?.offset ?? file.length);
  if (image.toString("latin1", 1, 4) === "PNG") return { input: image };
  return readBitmap(image, undefined, true);
}

const OPAQUE = 0xff000000;
const GREY = 0xff808080;
/** Values of biCompression. */
const [RLE8, RLE4, MASKS, MASKS_WITH_ALPHA] = [1, 2, 3, 6];

/** Decodes a BMP from its DIB header on; missing pixels are grey. Without `body`, the pixels follow the palette. */
function readBitmap(file: Buffer, body: Buffer | undefined, inIcon: boolean): Readable {
  const size = file.readUInt32LE(0);
  const old = size === 12;
  const width = old ? file.readUInt16LE(4) : file.readInt32LE(4);
  const signedHeight = old ? file.readUInt16LE(6) : file.readInt32LE(8) / (inIcon ? 2 : 1);
  const height = Math.abs(signedHeight);
  const bits = file.readUInt16LE(old ? 10 : 14);
  const compression = old ? 0 : file.readUInt32LE(16);
  const isValid = Number.isInteger(height) && width > 0 && height > 0;
  if (!isValid || width * height > MAX_BITMAP_PIXELS || ![1, 2, 4, 8, 16, 24, 32].includes(bits)) {
    throw new RangeError(`bitmap: ${width} × ${height} pixels of ${bits} bits.`);
  }

  const hasMasks = compression === MASKS || compression === MASKS_WITH_ALPHA;
  const masks = hasMasks
    ? [40, 44, 48].map((at) => file.readUInt32LE(at))
    : bits === 16
      ? [0x7c00, 0x3e0, 0x1f]
      : [0xff0000, 0xff00, 0xff];
  const hasAlpha = compression === MASKS_WITH_ALPHA || (hasMasks && size >= 56);
  const alpha = hasAlpha ? file.readUInt32LE(52) : inIcon && bits === 32 ? OPAQUE : 0;
  const coloursAt = size + (size === 40 && hasMasks ? (hasAlpha ? 16 : 12) : 0);
  const [colourBytes, most] = [old ? 3 : 4, bits <= 8 ? 2 ** bits : 0];
  const count = Math.min((!old && file.readUInt32LE(32)) || most, most);
  const colours = Array.from({ length: count }, (_, index) => {
    const at = coloursAt + index * colourBytes;
    return at + 3 <= file.length ? OPAQUE | swapped(file.readUIntLE(at, 3)) : GREY;
  });

  const pixels = new Int32Array(width * height).fill(GREY);
  const rowOf = (y: number) => (signedHeight < 0 ? y : height - 1 - y) * width;
  const rows = body ?? file.subarray(coloursAt + count * colourBytes);
  if (compression === RLE8 || compression === RLE4) {
    unpackRuns(rows, compression === RLE8 ? 8 : 4, { width, height }, (x, y, colour) => {
      pixels[rowOf(y) + x] = colours[colour] ?? OPAQUE;
    });
  } else {
    const parts = [...masks, alpha].map(channelOf);
    const stride = Math.ceil((width * bits) / 32) * 4;
    for (let y = 0; y < height && y * stride < rows.length; y += 1) {
      const row = rows.subarray(y * stride, (y + 1) * stride);
      const there = Math.min(width, Math.floor((row.length * 8) / bits));
      for (let x = 0; x < there; x += 1)
        pixels[rowOf(y) + x] = colourAt(row, x, bits, colours, parts);
    }
  }
  return { input: Buffer.from(pixels.buffer), raw: { width, height, channels: 4 } };
}

const swapped = (colour: number) =>
  ((colour & 0xff) << 16) | (colour & 0xff00) | ((colour >> 16) & 0xff);

/** The channel under a bit mask, scaled to 0–255; an empty mask gives 255. */
function channelOf(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0xff;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 0xff) / most);
}

type Part = (pixel: number) => number;

function colourAt(row: Buffer, x: number, bits: number, colours: number[], parts: Part[]): number {
  if (bits === 24) return OPAQUE | swapped(row.readUIntLE(x * 3, 3));
  if (bits <= 8) {
    const byte = row[(x * bits) >> 3] ?? 0;
    return colours[(byte >> (8 - bits - ((x * bits) & 7))) & (2 ** bits - 1)] ?? OPAQUE;
  }
  const pixel = bits === 16 ? row.readUInt16LE(x * 2) : row.readUInt32LE(x * 4);
  return parts.reduce((colour, part, index) => colour | (part(pixel) << (8 * index)), 0);
}

function unpackRuns(
  bytes: Buffer,
  bits: 4 | 8,
  { width, height }: { width: number; height: number },
  put: (x: number, y: number, colour: number) => void,
) {
  const half = (byte = 0, index = 0) =>
    bits === 8 ? byte : index % 2 === 0 ? byte >> 4 : byte & 15;
  let [at, x, y] = [0, 0, 0];
  while (at + 1 < bytes.length && y < height) {
    const [count = 0, value = 0] = bytes.subarray(at, at + 2);
    at += 2;
    if (count > 0) {
      const end = Math.min(x + count, width);
      for (let index = x; index < end; index += 1) put(index, y, half(value, index - x));
      x = end;
    } else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) return;
    else if (value === 2) {
      [x, y] = [x + (bytes[at] ?? 0), y + (bytes[at + 1] ?? 0)];
      at += 2;
    } else {
      const end = Math.min(x + value, width);
      for (let index = x; index < end; index += 1) {
        put(index, y, half(bytes[at + (((index - x) * bits) >> 3)], index - x));
      }
      x = end;
      at += 2 * Math.ceil((value * bits) / 16);
    }
  }
}
