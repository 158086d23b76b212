/**
 * Makes the pictures with text in `server/upstream/media/art`: banners and advertisements. Nobody needs to run this to
 * use the project: the result is committed. Run it after changing a title or a drawing:
 *
 *     npx tsx tools/demo-media/make-art.ts
 *
 * Needs Chromium (CHROMIUM, else /usr/bin/chromium) and Noto Sans CJK SC, because letters need a
 * font and a server that resizes pictures may have none. Takes ten seconds.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright";
import sharp from "sharp";
import { mediaFolder } from "../../server/upstream/folders.ts";
import type { SceneName } from "../../server/upstream/media/covers.ts";
import { type Art, adCovers, adStrips, banners } from "../../server/upstream/media/demo-media.ts";
import { drawCover } from "./covers/draw-cover.ts";
import { advertised } from "./studio/advertised.ts";

interface Page {
  file: string;
  width: number;
  height: number;
  svg: string;
}

/** A scene that leaves its left side free, the top of the banner in it, and its veil. */
const scenery: Record<string, [scene: SceneName, seed: number, top: number, veil: string]> = {
  "banner-sea.webp": ["sea-sunset", 9, 68, "#1b1240"],
  "banner-aurora.webp": ["aurora", 6, 68, "#041420"],
  "banner-peak.webp": ["cloud-sea", 9, 68, "#0f4f8a"],
  "banner-city.webp": ["city-night", 8, 42, "#06101c"],
  "banner-stars.webp": ["milky-way", 12, 68, "#070a20"],
};

function lettering(
  { title, subtitle }: Art,
  x: number,
  y: number,
  size: number,
  ink: string,
): string {
  return (
    `<g font-family="Noto Sans CJK SC, sans-serif" fill="${ink}">` +
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="700" letter-spacing="2">${title}</text>` +
    `<text x="${x + 2}" y="${y + size * 0.9}" font-size="${size * 0.5}" opacity=".92">${subtitle}</text></g>`
  );
}

function banner(art: Art): Page {
  const [scene, seed, top, veil] = scenery[art.file] ?? ["waves", 0, 68, "#000000"];
  const picture = drawCover(scene, seed).replace("0 0 640 360", `0 ${top} 640 224`);
  return {
    file: art.file,
    width: 1080,
    height: 378,
    svg:
      picture.replace("<svg ", '<svg width="1080" height="378" ') +
      `<defs><linearGradient id="veil"><stop stop-color="${veil}" stop-opacity=".82"/><stop offset=".4" stop-color="${veil}" stop-opacity=".6"/><stop offset=".62" stop-color="${veil}" stop-opacity="0"/></linearGradient></defs>` +
      `<rect width="1080" height="378" fill="url(#veil)"/>${lettering(art, 112, 182, 64, "#ffffff")}`,
  };
}

function advertisement(art: Art, strip: boolean): Page {
  const name = art.file.replace(/^(ad|strip)-|\.webp$/g, "");
  const subject = advertised[name];
  if (!subject) throw new Error(`${art.file}: nothing to draw, see studio/advertised.ts`);
  const [width, height] = strip ? [1029, 216] : [960, 540];
  const [x, y, scale] = strip ? [800, 108, 0.74] : [640, 272, 1.4];
  const [left, line, size] = strip ? [64, 96, 46] : [64, 168, 60];
  return {
    file: art.file,
    width,
    height,
    svg:
      `<defs><linearGradient id="sky"><stop stop-color="${subject.from}"/><stop offset="1" stop-color="${subject.to}"/></linearGradient></defs>` +
      `<rect width="${width}" height="${height}" fill="url(#sky)"/>` +
      `<g transform="translate(${x} ${y}) scale(${scale})">${subject.drawing}</g>` +
      lettering(art, left, line, size, subject.ink),
  };
}

const home = join(mediaFolder, "art");
await mkdir(home, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
for (const { file, width, height, svg } of [
  ...banners.map(banner),
  ...adCovers.map((art) => advertisement(art, false)),
  ...adStrips.map((art) => advertisement(art, true)),
]) {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>body { margin: 0 }</style><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="display:block">${svg}</svg>`,
  );
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 90, effort: 6, smartSubsample: true })
    .toFile(join(home, file));
  console.log(`${file}: ${width} by ${height}, ${Math.ceil(size / 1024)} KB`);
}
await browser.close();
