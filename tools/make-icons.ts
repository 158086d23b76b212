import { mkdir, readFile } from "node:fs/promises";
import sharp from "sharp";

/**
 * Draws the icons of the installed site, `public/icons`, from its mark, `public/favicon.svg`, those of its neutral looks
 * from theirs in `public/as`, and those of its menu from `app/ui/basics/icons.svg`. To be run by hand when one of them has
 * changed: `npx tsx tools/make-icons.ts`.
 */

const PAPER = "#ffeedd";
const INK = "#b04100";
/** A phone may cut a maskable icon down to the circle of 80 % in its middle. */
const SAFE = 0.66;

const NEUTRAL_PAPER = "#eceff2";

const sheet = await readFile("app/ui/basics/icons.svg", "utf8");
/** The icons of the look whose mark is in the folder. */
async function inLook(folder: string, background = NEUTRAL_PAPER) {
  const mark = await readFile(`${folder}/favicon.svg`);
  await mkdir(`${folder}/icons`, { recursive: true });

  const drawn = (size: number) =>
    sharp(mark, { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ compressionLevel: 9 });

  /** The mark alone, on nothing. */
  const withoutPaper = (name: string, size: number) =>
    drawn(size).toFile(`${folder}/icons/${name}.png`);

  /** The mark on paper, for systems that cut icons to a shape of their own. */
  async function onPaper(name: string, size: number) {
    const input = await drawn(Math.round(size * SAFE)).toBuffer();
    await sharp({ create: { width: size, height: size, channels: 4, background } })
      .composite([{ input }])
      .flatten({ background })
      .png({ compressionLevel: 9, palette: true })
      .toFile(`${folder}/icons/${name}.png`);
  }

  await Promise.all([
    withoutPaper("icon-192", 192),
    withoutPaper("icon-512", 512),
    onPaper("maskable-512", 512),
    onPaper("apple-touch-icon", 180),
  ]);
}

/** An entry of the icon's menu: one of the site's icons on a disc of paper. */
async function inMenu(icon: string) {
  const [, drawing] = new RegExp(`<symbol id="i-${icon}"[^>]*>(.*?)</symbol>`).exec(sheet) ?? [];
  if (!drawing) throw new Error(`no icon ${icon}`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="-8 -8 40 40">
    <circle cx="12" cy="12" r="20" fill="${PAPER}"/>
    <g fill="none" stroke="${INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawing}</g></svg>`;
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true })
    .toFile(`public/icons/menu-${icon}.png`);
}

await inLook("public", PAPER);
await Promise.all([
  ...["notes", "calculator", "weather"].map((look) => inLook(`public/as/${look}`)),
  ...["clock", "star", "search"].map(inMenu),
]);
