import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { webStream } from "./web-stream.ts";

const compressible =
  /^(text\/|application\/(json|javascript|manifest\+json|vnd\.apple\.mpegurl)|image\/svg)/;

export type Encoding = "br" | "gzip";

/** Soon enough for somebody who waits; the libraries' defaults are 11 and 6. */
export const QUICK = { br: 4, gzip: 6 };
/** In bytes: what is larger holds up nobody else. */
const AT_ONCE = 256 * 1024;

/**
 * Compresses texts: in one go what is there whole, as its length says. Of all else every chunk is flushed,
 * because a streamed page shows its first part long before its last one exists; hono's own middleware holds chunks
 * back.
 */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers, body } = c.res;
    if (!compressible.test(headers.get("content-type") ?? "")) return;
    if (!headers.get("vary")?.includes("accept-encoding")) {
      c.header("vary", "accept-encoding", { append: true });
    }
    const encoding = preferredEncoding(c.req.header("accept-encoding"));
    if (!body || !encoding || headers.has("content-encoding") || c.req.method === "HEAD") return;

    const length = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
    const small = length <= AT_ONCE && (await c.res.arrayBuffer());
    replaceBody(c, small ? atOnce(small, encoding) : along(body, encoding));
    c.res.headers.set("content-encoding", encoding);
  };
}

/** Hono would copy every header of the response before. */
function replaceBody(c: Context, body: ReadableStream | Buffer) {
  const { status, headers } = c.res;
  headers.delete("content-length");
  c.res = undefined;
  c.res = new Response(body as BodyInit, { status, headers });
}

function along(body: ReadableStream, encoding: Encoding): ReadableStream {
  const encoder = createEncoder(encoding);
  // the visitor went away, or the page broke off: there is nobody left to tell
  pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), encoder).catch(
    () => {},
  );
  return webStream(encoder);
}

/** On the request's thread: another one would need twice the time, and may be drawing pictures. */
const atOnce = (body: ArrayBuffer, encoding: Encoding): Buffer =>
  encoding === "gzip"
    ? gzipSync(body, { level: QUICK.gzip })
    : brotliCompressSync(body, brotliOf(QUICK.br, body.byteLength));

/** As a power of two, in bytes: 128 KB, about a page. */
const STREAM_WINDOW = 17;

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);

/** Off the request's thread. */
export const compressed = (body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> =>
  encoding === "gzip"
    ? inGzip(body, { level: quality })
    : inBrotli(body, brotliOf(quality, body.length));

const brotliOf = (quality: number, size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** Compresses what is written to it, and hands on every chunk at once. */
export const createEncoder = (encoding: Encoding) =>
  encoding === "br"
    ? createBrotliCompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        params: {
          [constants.BROTLI_PARAM_QUALITY]: QUICK.br,
          // the default window is for megabytes; making one costs more than compressing a page
          [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW,
        },
      })
    : createGzip({ level: QUICK.gzip, flush: constants.Z_SYNC_FLUSH });

/** Browsers send a handful of different Accept-Encoding headers; others are parsed each time. */
const REMEMBERED = 100;
const preferences = new Map<string, Encoding | undefined>();

/** @param accept the Accept-Encoding header */
export function preferredEncoding(accept = ""): Encoding | undefined {
  if (preferences.has(accept)) return preferences.get(accept);
  const offered = accept
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(";")[0]);
  const encoding = (["br", "gzip"] as const).find((one) => offered.includes(one));
  if (preferences.size < REMEMBERED) preferences.set(accept, encoding);
  return encoding;
}
