import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MediaHeaders } from "../../../server/upstream-client/origins.ts";
import { type BitmapForm, bitmap, icon } from "../../support/media/bitmaps.ts";
import { listen } from "../../support/servers/listen.ts";
import { startPictureOrigin } from "../../support/servers/picture-origin.ts";
import { startSite } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

/** Covers and ads as foreign servers send them, requested like a browser and decoded. */

const chromium = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const accepts = { avif: chromium, webp: "image/webp,*/*", jpeg: "*/*" };

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let origin: Awaited<ReturnType<typeof startPictureOrigin>>;
let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  upstream = await startTestUpstream();
  origin = await startPictureOrigin();
  site = await startSite(upstream.forSite, { mediaOrigins: [new URL(origin.url("any")).origin] });
});
afterAll(async () => {
  await site.stop();
  await origin.stop();
  await upstream.stop();
});

let number = 0;
interface Asking {
  width?: number;
  accept?: string;
  moves?: boolean;
}
async function ask(bytes: Buffer, { width = 360, accept = chromium, moves = false }: Asking = {}) {
  number += 1;
  const name = `foreign-${number}`;
  origin.put(name, bytes);
  const { address, movingAddress } = site.services.images;
  const path = (moves ? movingAddress : address)(origin.url(name));
  return site.visit().request(`${path}?w=${width}`, { headers: { accept } });
}

/** The picture's size, and the colour at a position that is given as fractions of width and height. */
async function look(response: Response) {
  expect(response.status).toBe(200);
  const answered = Buffer.from(await response.arrayBuffer());
  const { data, info } = await sharp(answered)
    .flatten({ background: "#ff00ff" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const dot = Math.floor(y * info.height) * info.width + Math.floor(x * info.width);
    return [...data.subarray(dot * info.channels, dot * info.channels + 3)];
  };
  return { width: info.width, height: info.height, at };
}

const red = [210, 40, 30];
const blue = [20, 60, 200];
const grey = [128, 128, 128];
/** Lossy formats change colours a little, each differently. */
const isLike = (seen: number[], wanted: number[]) =>
  seen.every((part, index) => Math.abs(part - (wanted[index] ?? 0)) < 32);
const like = (wanted: number[]) => expect.toSatisfy((seen: number[]) => isLike(seen, wanted));

const [WIDTH, HEIGHT] = [400, 300];
/** Red above, blue below, with noise so that the picture's data fills the file evenly. */
function halves(width = WIDTH, height = HEIGHT) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let dot = 0; dot < width * height; dot += 1) {
    const colour = dot < (width * height) / 2 ? red : blue;
    const noise = (dot * 7919) % 13;
    for (let part = 0; part < 3; part += 1) pixels[dot * 3 + part] = (colour[part] ?? 0) + noise;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
const shorter = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part));
const damaged = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy.fill(0x5a, Math.floor(copy.length * at), Math.floor(copy.length * at) + 24);
  return copy;
};

type Row = [what: string, make: () => Promise<Buffer>, above: number[], below?: number[]];

describe("a damaged picture is drawn as far as it can be decoded", () => {
  test.each<Row>([
    ["JPEG, half of it", async () => shorter(await halves().jpeg().toBuffer(), 0.4), red, grey],
    [
      "JPEG without its end mark",
      async () => (await halves().jpeg().toBuffer()).subarray(0, -2),
      red,
      blue,
    ],
    [
      "JPEG that is damaged in the middle",
      async () => damaged(await halves().jpeg().toBuffer(), 0.7),
      red,
    ],
    [
      "progressive JPEG, most of it",
      async () => shorter(await halves().jpeg({ progressive: true }).toBuffer(), 0.7),
      red,
      blue,
    ],
    [
      "JPEG with bytes behind it",
      async () => Buffer.concat([await halves().jpeg().toBuffer(), Buffer.alloc(5000, 1)]),
      red,
      blue,
    ],
    [
      "PNG, half of it",
      async () => shorter(await halves().png({ compressionLevel: 0 }).toBuffer(), 0.5),
      red,
    ],
    [
      "PNG without its end",
      async () => (await halves().png().toBuffer()).subarray(0, -12),
      red,
      blue,
    ],
    ["PNG with a wrong checksum", async () => damaged(await halves().png().toBuffer(), 0.95), red],
    ["GIF, half of it", async () => shorter(await halves().gif().toBuffer(), 0.5), red],
    [
      "GIF without its end",
      async () => (await halves().gif().toBuffer()).subarray(0, -2),
      red,
      blue,
    ],
    ["WebP, half of it", async () => shorter(await halves().webp().toBuffer(), 0.5), red],
    [
      "WebP without its last bytes",
      async () => (await halves().webp().toBuffer()).subarray(0, -3),
      red,
      blue,
    ],
  ])("%s", async (_what, make, above, below) => {
    const bytes = await make();
    for (const accept of Object.values(accepts)) {
      const seen = await look(await ask(bytes, { accept }));
      expect([seen.width, seen.height]).toEqual([360, 270]);
      expect(seen.at(0.5, 0.1)).toEqual(like(above));
      if (below) expect(seen.at(0.5, 0.95)).toEqual(like(below));
    }
  });
});

describe("a picture of every format is drawn", () => {
  const forms: BitmapForm[] = [
    "1",
    "4",
    "8",
    "16",
    "16-565",
    "24",
    "32",
    "32-masks",
    "rle8",
    "rle4",
    "from-top",
    "os2",
  ];
  test.each<Row>([
    ...forms.map(
      (form): Row => [
        `BMP, ${form}`,
        async () => bitmap(form, { width: 101, height: 60, above: red, below: blue }),
        red,
        blue,
      ],
    ),
    [
      "BMP, cut off",
      async () => shorter(bitmap("24", { width: 101, height: 60, above: red, below: blue }), 0.3),
      grey,
      blue,
    ],
    [
      "ICO with a bitmap",
      async () => icon(bitmap("32", { width: 64, height: 64, above: red, below: blue }), 64),
      red,
      blue,
    ],
    ["ICO with a PNG", async () => icon(await halves(256, 256).png().toBuffer(), 256), red, blue],
    [
      "JPEG of four inks",
      async () => halves().toColourspace("cmyk").jpeg().toBuffer(),
      red,
      [15, 71, 145],
    ],
    [
      "JPEG in grey",
      async () => halves().greyscale().jpeg().toBuffer(),
      [83, 83, 83],
      [70, 70, 70],
    ],
    ["PNG of 16 bits", async () => halves().toColourspace("rgb16").png().toBuffer(), red, blue],
    [
      "PNG with a palette, in seven passes",
      async () => halves().png({ palette: true, progressive: true }).toBuffer(),
      red,
      blue,
    ],
    ["TIFF", async () => halves().tiff({ compression: "lzw" }).toBuffer(), red, blue],
    ["AVIF", async () => halves().avif().toBuffer(), red, blue],
    ["lossless WebP", async () => halves().webp({ lossless: true }).toBuffer(), red, blue],
    [
      "SVG behind a declaration and a comment",
      async () =>
        Buffer.from(
          `<?xml version="1.0"?><!--${"a".repeat(400)}--><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="rgb(210,40,30)" d="M0 0h4v1.5H0z"/><path fill="rgb(20,60,200)" d="M0 1.5h4V3H0z"/></svg>`,
        ),
      red,
      blue,
    ],
    [
      "JPEG turned by its camera",
      async () =>
        halves()
          .rotate(180)
          .jpeg()
          .toBuffer()
          .then((turned) => sharp(turned).withMetadata({ orientation: 3 }).jpeg().toBuffer()),
      red,
      blue,
    ],
  ])("%s", async (_what, make, above, below = []) => {
    const bytes = await make();
    for (const accept of Object.values(accepts)) {
      const seen = await look(await ask(bytes, { accept }));
      expect(seen.at(0.5, 0.2)).toEqual(like(above));
      expect(seen.at(0.5, 0.8)).toEqual(like(below));
    }
  });
});

describe("a picture of every shape is drawn", () => {
  test.each([
    ["very tall", 300, 20_000, { width: 300, height: 1200 }],
    ["very wide", 20_000, 300, { width: 360, height: 5 }],
    ["as wide as a strip of advertising", 1_280, 160, { width: 360, height: 45 }],
    ["larger than what is taken into memory", 12_000, 9_000, { width: 360, height: 270 }],
    ["one dot high", 4_000, 1, { width: 360, height: 1 }],
    ["one dot", 1, 1, { width: 1, height: 1 }],
    ["slightly tall", 300, 900, { width: 300, height: 900 }],
  ])("%s", async (_what, width, height, shape) => {
    const background = { r: 210, g: 40, b: 30 };
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer();
    for (const accept of Object.values(accepts)) {
      const seen = await look(await ask(bytes, { accept }));
      expect({ width: seen.width, height: seen.height }).toEqual(shape);
      expect(seen.at(0.5, 0.5)).toEqual(like(red));
    }
  });
});

describe("an animation", () => {
  const frames = (count: number, width = 60, height = 30) => {
    const colours = Array.from({ length: count }, (_, index) => [index * 20, 255 - index * 20, 40]);
    const pixels = Buffer.concat(
      colours.map((colour) => Buffer.concat(Array(width * height).fill(Buffer.from(colour)))),
    );
    const raw = { width, height: height * count, channels: 3 as const, pageHeight: height };
    return sharp(pixels, { raw });
  };
  const framesOf = async (response: Response) => {
    expect(response.status).toBe(200);
    const type = response.headers.get("content-type");
    const { pages = 1, delay } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return { type, pages, delay };
  };
  const gif = () =>
    frames(4)
      .gif({ delay: [70, 90, 70, 90] })
      .toBuffer();

  test("is animated as an ad, in a browser that supports animated WebP, and still on a card", async () => {
    expect(await framesOf(await ask(await gif(), { moves: true }))).toEqual({
      type: "image/webp",
      pages: 4,
      delay: [70, 90, 70, 90],
    });
    expect(await framesOf(await ask(await gif(), { moves: true, accept: "*/*" }))).toMatchObject({
      type: "image/jpeg",
      pages: 1,
    });
    expect(await framesOf(await ask(await gif()))).toMatchObject({ type: "image/avif", pages: 1 });
  });

  test("in WebP is animated, and a truncated GIF shows at least its first frame", async () => {
    const webp = await frames(4)
      .webp({ delay: [70, 90, 70, 90] })
      .toBuffer();
    expect((await framesOf(await ask(webp, { moves: true }))).pages).toBe(4);
    const cut = shorter(await gif(), 0.7);
    expect((await look(await ask(cut, { moves: true }))).at(0.5, 0.5)).toEqual(like([0, 255, 40]));
  });

  test("above the size limit is a still picture", async () => {
    const many = await frames(9, 3000, 2000).gif({ effort: 1 }).toBuffer();
    expect(await framesOf(await ask(many, { moves: true }))).toMatchObject({
      type: "image/avif",
      pages: 1,
    });
  });

  test("an ad that is not animated is an AVIF like other pictures", async () => {
    const response = await ask(await halves().jpeg().toBuffer(), { moves: true });
    expect(response.headers.get("content-type")).toBe("image/avif");
  });
});

test("a host gets a browser's user agent and the operator's headers for it", async () => {
  const seen: unknown[] = [];
  const bytes = await halves().jpeg().toBuffer();
  await using host = await listen(({ headers }, response) => {
    seen.push([headers.referer, headers["user-agent"]]);
    response.end(bytes);
  });
  const statusWith = async (mediaHeaders: MediaHeaders) => {
    const mediaOrigins = [host.url];
    await using other = await startSite({ ...upstream.forSite, mediaHeaders }, { mediaOrigins });
    return (await other.visit().request(other.services.images.address(`${host.url}/1`))).status;
  };
  expect(await statusWith({})).toBe(200);
  const referers = [{ host: "127.0.0.1", value: "https://www.example.com/" }];
  const userAgents = [{ host: "*", value: "Player 1.0" }];
  expect(await statusWith({ referers, userAgents })).toBe(200);
  expect(seen).toEqual([
    [undefined, expect.stringMatching(/^Mozilla\/5\.0 /)],
    ["https://www.example.com/", "Player 1.0"],
  ]);
});
