import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { fuzz } from "../../../tests/support/fuzz/runs.ts";
import { bitmap, icon } from "../../../tests/support/media/bitmaps.ts";
import { draw, formats, typeOf } from "./draw.ts";

/** Largest output for damaged input; an animation may have 3 MB. */
const MOST_BYTES = 3 * 1024 * 1024;

const plain = sharp({
  create: { width: 60, height: 40, channels: 3, background: "#c62" },
});
const frames = sharp(Buffer.alloc(60 * 40 * 3 * 3, 90), {
  raw: { width: 60, height: 120, channels: 3, pageHeight: 40 },
});
const shown = { width: 60, height: 40, above: [1, 2, 3], below: [200, 100, 0] };
const good = await Promise.all([
  plain.clone().jpeg().toBuffer(),
  plain.clone().jpeg({ progressive: true }).toBuffer(),
  plain.clone().png().toBuffer(),
  plain.clone().webp().toBuffer(),
  plain.clone().avif({ effort: 0 }).toBuffer(),
  plain.clone().tiff().toBuffer(),
  frames.clone().gif().toBuffer(),
  frames.clone().webp().toBuffer(),
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path d="M0 0h9v9z"/></svg>`,
  ),
  ...(["1", "4", "8", "16", "24", "32-masks", "rle8", "rle4", "os2"] as const).map((form) =>
    bitmap(form, shown),
  ),
  icon(bitmap("32", { ...shown, width: 40 }), 40),
]);

/** Corrupts bytes of a valid picture, some in its header, and may truncate it. */
const mutated = fc
  .record({
    picture: fc.constantFrom(...good),
    changes: fc.array(fc.record({ at: fc.oneof(fc.nat(80), fc.nat(4_000)), byte: fc.nat(255) }), {
      maxLength: 12,
    }),
    length: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ picture, changes, length }) => {
    const bytes = Buffer.from(picture);
    for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
    return bytes.subarray(0, Math.ceil(bytes.length * length));
  });

test("any damaged picture is either drawn within the limits or refused", {
  timeout: 600_000,
}, async () => {
  const wanted = fc.record({
    width: fc.constantFrom(180, 1080),
    format: fc.constantFrom(...formats),
    animated: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(mutated, wanted, async (bytes, wish) => {
      const drawn = await draw(bytes, wish).catch((reason: unknown) => {
        expect(reason).toBeInstanceOf(Error);
      });
      if (!drawn) return;
      expect(drawn.length).toBeLessThanOrEqual(MOST_BYTES);
      expect(typeOf(drawn)).toMatch(/^image\/(avif|webp|jpeg)$/);
      const { width, pageHeight, height } = await sharp(drawn).metadata();
      expect(width).toBeLessThanOrEqual(wish.width);
      expect(pageHeight ?? height).toBeLessThanOrEqual(4 * wish.width);
    }),
    fuzz,
  );
});

test("a bitmap whose header announces too many pixels is refused", async () => {
  const bytes = bitmap("rle8", shown);
  bytes.writeInt32LE(60_000, 18);
  bytes.writeInt32LE(60_000, 22);
  await expect(draw(bytes, { width: 180, format: "webp", animated: false })).rejects.toThrow(
    "60000 × 60000",
  );
});
