import { mkdir, readFile } from "node:fs/promises";
import sharp from "sharp";

/**
 * Draws the icons of the installed site, `public/icons`, from its mark, `public/favicon.svg`. To be run by hand when
 * the mark has changed: `npx tsx tools/make-icons.ts`.
 */

const PAPER = "#ffeedd";
/** A phone may cut a maskable icon down to the circle of 80 % in its middle. */
const SAFE = 0.66;

const mark = await readFile("public/favicon.svg");
await mkdir("public/icons", { recursive: true });

const drawn = (size: number) =>
  sharp(mark, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 });

/** The mark alone, on nothing. */
const withoutPaper = (name: string, size: number) => drawn(size).toFile(`public/icons/${name}.png`);

/** The mark on paper, for systems that cut icons to a shape of their own. */
async function onPaper(name: string, size: number) {
  const input = await drawn(Math.round(size * SAFE)).toBuffer();
  await sharp({ create: { width: size, height: size, channels: 4, background: PAPER } })
    .composite([{ input }])
    .flatten({ background: PAPER })
    .png({ compressionLevel: 9, palette: true })
    .toFile(`public/icons/${name}.png`);
}

await Promise.all([
  withoutPaper("icon-192", 192),
  withoutPaper("icon-512", 512),
  onPaper("maskable-512", 512),
  onPaper("apple-touch-icon", 180),
]);
