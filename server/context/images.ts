import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import limit from "p-limit";
import sharp from "sharp";
import type { Downloader } from "../api/download.ts";
import type { Sealer } from "../seal.ts";

/** Widths in pixels that pictures are made in; a request gets the nearest one that is not smaller. */
export const imageWidths = [180, 360, 540, 720, 1080] as const;

const formats = ["avif", "webp", "jpeg"] as const;
type Format = (typeof formats)[number];

const ORIGINAL_LIMIT = 12 * 1024 * 1024;
const KEPT_BYTES = 96 * 1024 * 1024;
const AT_ONCE = 2;

export interface Picture {
  bytes: Buffer;
  type: `image/${Format}`;
  etag: string;
}

/** Pictures in the sizes that screens need, from addresses that only this site can mint. */
export interface Images {
  /** The path under which the browser may ask for the picture; '' for no picture. */
  address(url: string): string;
  /**
   * The picture behind a sealed address, or undefined when the address was not minted here.
   * Throws when the original cannot be had or is no picture.
   */
  picture(sealed: string, width: number, accept: string): Promise<Picture | undefined>;
}

export function createImages(options: {
  sealer: Sealer;
  downloader: Downloader;
  resolve: (url: string) => string;
}): Images {
  const queue = limit(AT_ONCE);
  const addresses = new LRUCache<string, string>({ max: 5_000 });
  const originals = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES / 4,
    sizeCalculation: (bytes) => bytes.length,
    fetchMethod: (url) => options.downloader.bytes(url, ORIGINAL_LIMIT),
  });
  const pictures = new LRUCache<string, Picture, { url: string; width: number; format: Format }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    fetchMethod: async (_key, _old, { context: { url, width, format } }) => {
      const original = await originals.forceFetch(url);
      return queue(() => resize(original, width, format)).catch((error: unknown) => {
        // what an upstream in trouble sent in place of a picture
        originals.delete(url);
        throw error;
      });
    },
  });

  return {
    address(url) {
      if (url === "") return "";
      const known = addresses.get(url);
      if (known) return known;
      const minted = `/image/${options.sealer.sealStable("image", options.resolve(url))}`;
      addresses.set(url, minted);
      return minted;
    },
    async picture(sealed, wanted, accept) {
      const url = options.sealer.open("image", sealed);
      if (url === undefined) return undefined;
      const width =
        imageWidths.find((one) => one >= wanted) ?? imageWidths[imageWidths.length - 1] ?? 1080;
      const format = formats.find((one) => accept.includes(`image/${one}`)) ?? "jpeg";
      return pictures.forceFetch(`${width}:${format}:${url}`, { context: { url, width, format } });
    },
  };
}

async function resize(original: Buffer, width: number, format: Format): Promise<Picture> {
  const image = sharp(original, { limitInputPixels: 50_000_000, density: 144 })
    .rotate()
    .resize({ width, withoutEnlargement: !isSvg(original) });
  const encoded =
    format === "avif"
      ? image.avif({ quality: 50, effort: 2 })
      : format === "webp"
        ? image.webp({ quality: 76 })
        : image.jpeg({ quality: 78, mozjpeg: true });
  const bytes = await encoded.toBuffer();
  const etag = `"${createHash("sha1").update(bytes).digest("base64url")}"`;
  return { bytes, type: `image/${format}`, etag };
}

const isSvg = (bytes: Buffer) => bytes.subarray(0, 256).toString("latin1").includes("<svg");
