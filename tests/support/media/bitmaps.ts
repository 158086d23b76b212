/** Bitmaps in all variants of the format, written byte by byte. */

export type BitmapForm =
  | "1"
  | "4"
  | "8"
  | "16"
  | "16-565"
  | "24"
  | "32"
  | "32-masks"
  | "rle8"
  | "rle4"
  | "from-top"
  | "os2";

interface Shown {
  width: number;
  height: number;
  above: readonly number[];
  below: readonly number[];
}

const bgr = ([red = 0, green = 0, blue = 0]: readonly number[]) => [blue, green, red];
const fiveBits = (colour: readonly number[], greenBits: 5 | 6) => {
  const [red = 0, green = 0, blue = 0] = colour;
  const most = 2 ** greenBits - 1;
  const packed =
    (Math.round((red * 31) / 255) << (5 + greenBits)) |
    (Math.round((green * most) / 255) << 5) |
    Math.round((blue * 31) / 255);
  return [packed & 0xff, packed >> 8];
};

/** The picture has the colour `above` in its upper half, and `below` in the lower one. */
export function bitmap(form: BitmapForm, { width, height, above, below }: Shown): Buffer {
  const bits =
    { rle8: 8, rle4: 4, "from-top": 24, os2: 24 }[form as string] ?? Number.parseInt(form, 10);
  const compression = { rle8: 1, rle4: 2, "16-565": 3, "32-masks": 3 }[form as string] ?? 0;
  const fromTop = form === "from-top";
  const masks =
    { "16-565": [0xf800, 0x7e0, 0x1f], "32-masks": [0xff000000, 0xff0000, 0xff00] }[
      form as string
    ] ?? [];
  const colours = bits <= 8 ? [above, below] : [];

  const rowOf = (colour: readonly number[], index: number): number[] => {
    if (form === "rle8") return [width, index, 0, 0];
    // a run, then three literal pixels, padded to two bytes
    if (form === "rle4") return [width - 3, index * 0x11, 0, 3, index * 0x11, index * 0x10, 0, 0];
    const pixel: Record<string, number[]> = {
      "16": fiveBits(colour, 5),
      "16-565": fiveBits(colour, 6),
      "32": [...bgr(colour), 0],
      "32-masks": [0, ...bgr(colour)],
    };
    const pixelBits = bits <= 8 ? undefined : (pixel[form] ?? bgr(colour));
    const row = pixelBits
      ? Array.from({ length: width }, () => pixelBits).flat()
      : Array.from(
          { length: Math.ceil((width * bits) / 8) },
          () => index * (255 / (2 ** bits - 1)),
        );
    return [...row, ...Array((4 - (row.length % 4)) % 4).fill(0)];
  };
  const rows = Array.from({ length: height }, (_, y) =>
    y < height / 2 ? rowOf(above, 0) : rowOf(below, 1),
  );
  const body = Buffer.from((fromTop ? rows : rows.reverse()).flat());

  const os2 = form === "os2";
  const header = Buffer.alloc((os2 ? 12 : 40) + masks.length * 4 + colours.length * 4);
  header.writeUInt32LE(os2 ? 12 : 40, 0);
  if (os2) {
    header.writeUInt16LE(width, 4);
    header.writeUInt16LE(height, 6);
    header.writeUInt16LE(bits, 10);
  } else {
    header.writeInt32LE(width, 4);
    header.writeInt32LE(fromTop ? -height : height, 8);
    header.writeUInt16LE(bits, 14);
    header.writeUInt32LE(compression, 16);
    header.writeUInt32LE(colours.length, 32);
  }
  masks.forEach((mask, index) => void header.writeUInt32LE(mask, 40 + 4 * index));
  colours.forEach((colour, index) => {
    header.set(bgr(colour), 40 + 4 * index);
  });
  const file = Buffer.alloc(14);
  file.write("BM", "latin1");
  file.writeUInt32LE(14 + header.length, 10);
  return Buffer.concat([file, header, body]);
}

/** An icon with one picture: a PNG, or a bitmap, which an icon stores without its file header and with a mask. */
export function icon(picture: Buffer, side: number): Buffer {
  const isBitmap = picture.toString("latin1", 0, 2) === "BM";
  const image = isBitmap
    ? Buffer.concat([picture.subarray(14), Buffer.alloc((side * side) / 8)])
    : picture;
  if (isBitmap) {
    image.writeInt32LE(side * 2, 8);
    // opaque
    for (let at = 43; at < 40 + side * side * 4; at += 4) image[at] = 0xff;
  }
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side % 256, 6);
  head.writeUInt8(side % 256, 7);
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, image]);
}
