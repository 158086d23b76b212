import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { adCovers, adStrips, banners } from "./demo-media.ts";

const sizeOf = async (file: string) => {
  const { width, height, format } = await sharp(join(import.meta.dirname, "art", file)).metadata();
  return `${format} ${width}x${height}`;
};

test.each(banners)("the banner $title has the size of the home page's banner", async ({ file }) => {
  expect(await sizeOf(file)).toBe("webp 1080x378");
});

test.each(adCovers)("the advertisement $title is 16:9", async ({ file }) => {
  expect(await sizeOf(file)).toBe("webp 960x540");
});

test.each(adStrips)("the advertisement strip $title has a strip's size", async ({ file }) => {
  expect(await sizeOf(file)).toBe("webp 1029x216");
});
