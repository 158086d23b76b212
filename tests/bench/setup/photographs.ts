import { once } from "node:events";
import { request } from "node:http";
import sharp from "sharp";
import { listen } from "../../support/servers/listen.ts";

/**
 * Pictures as heavy as photographs, which real covers are: the demo's drawings compress to a fifth of that. Noise
 * of all scales, each half as strong as the next larger one, as the scales of natural pictures are.
 */
const WIDTH = 1280;
const HEIGHT = 720;
const SCALES = [3, 6, 12, 24, 48, 96, 192, 384, 768];
const FALL_OFF = 0.74;
const DIFFERENT = 12;

/** A sequence that is the same in every run. */
function numbersFrom(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function photograph(seed: number): Promise<Buffer> {
  const next = numbersFrom(seed);
  const sum = new Float32Array(WIDTH * HEIGHT * 3).fill(128);
  let strength = 70;
  for (const scale of SCALES) {
    const height = Math.ceil((scale * 9) / 16);
    const noise = Buffer.from(Array.from({ length: scale * height * 3 }, () => next() * 256));
    const layer = await sharp(noise, { raw: { width: scale, height, channels: 3 } })
      .resize(WIDTH, HEIGHT, { kernel: "cubic", fit: "fill" })
      .raw()
      .toBuffer();
    for (let at = 0; at < sum.length; at += 1)
      sum[at] = (sum[at] ?? 0) + (((layer[at] ?? 128) - 128) / 128) * strength;
    strength *= FALL_OFF;
  }
  const pixels = Buffer.from(Uint8ClampedArray.from(sum).buffer);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

const isPicture = (path: string) => /^\/(covers|art)\//.test(path);

/** Stands in front of an upstream; its pictures are photographs. */
export async function startWithPhotographs(upstreamUrl: string) {
  const photographs = await Promise.all(
    Array.from({ length: DIFFERENT }, (_none, seed) => photograph(seed + 1)),
  );
  return listen(async (incoming, response) => {
    const { url = "", method, headers } = incoming;
    if (isPicture(url)) {
      const which = [...url].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % DIFFERENT;
      return response.writeHead(200, { "content-type": "image/jpeg" }).end(photographs[which]);
    }
    const forwarded = request(upstreamUrl + url, { method, headers });
    incoming.pipe(forwarded);
    const [answer] = await once(forwarded, "response");
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
}
