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
/** For what one visitor gets once: half of the time, and a tenth more bytes. */
const ONE_VISITOR = { br: 2, gzip: 3 };
/** In bytes: what is larger holds up nobody else. */
const AT_ONCE = 256 * 1024;

/** In bytes: fewer fit into one packet as they are. */
const WORTH_IT = 1_024;

/**
 * Compresses texts: in one go what is there whole, as its length says or as all of it can be read at once. Of all
 * else every chunk is flushed, because a streamed page shows its first part long before its last one exists; hono's
 * own middleware holds chunks back.
 */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!compressible.test(c.res.headers.get("content-type") ?? "")) return;
    // by hono's own method: of a response made from a list, @hono/node-server forgets headers that are added
    if (!c.res.headers.get("vary")?.includes("accept-encoding"))
      c.header("vary", "accept-encoding", { append: true });
    const { headers } = c.res;
    const accept = c.req.header("accept-encoding");
    const encoding = preferredEncoding(accept);
    if (!encoding || headers.has("content-encoding") || c.req.method === "HEAD") return;
    const { body } = c.res;
    if (!body) return;

    const length = headers.get("content-length");
    if (length !== null && Number(length) > AT_ONCE) return replaceAlong(c, body, accept);
    const { whole, rest } = await readAtOnce(body);
    if (rest) replaceAlong(c, rest, accept);
    else if (whole.length < WORTH_IT) replaceBody(c, whole);
    else replaceBody(c, compressAtOnce(whole, encoding), encoding);
  };
}

/** All of a body that does not pause; of one that does, a stream of what has come and what will. */
async function readAtOnce(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const read = reader.read();
    const next = size > AT_ONCE ? undefined : await Promise.race([read, nextTurn()]);
    if (!next) return { whole: Buffer.concat(chunks), rest: following(chunks, read, reader) };
    if (next.done) return { whole: Buffer.concat(chunks) };
    chunks.push(next.value);
    size += next.value.length;
  }
}

const nextTurn = () => new Promise<undefined>((resolve) => setImmediate(resolve, undefined));

/** The chunks that were read, the one that is being read, and all others. */
function following(
  chunks: Uint8Array[],
  pending: ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  let next: typeof pending | undefined = pending;
  return new ReadableStream(
    {
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
      },
      async pull(controller) {
        const read = await (next ?? reader.read());
        next = undefined;
        if (read.done) controller.close();
        else controller.enqueue(read.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Hono would copy every header of the response before. */
function replaceBody(c: Context, body: ReadableStream | Buffer, encoding?: Encoding) {
  const { status, headers } = c.res;
  headers.delete("content-length");
  if (encoding) headers.set("content-encoding", encoding);
  c.res = undefined;
  c.res = new Response(body as BodyInit, { status, headers });
}

function replaceAlong(c: Context, body: ReadableStream, accept?: string) {
  const encoding = streamedEncoding(accept);
  if (encoding) replaceBody(c, along(body, encoding), encoding);
}

function along(body: ReadableStream, encoding: Encoding): ReadableStream {
  const encoder = createEncoder(encoding);
  // the visitor went away, or the page broke off: there is nobody left to tell
  pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), encoder).catch(
    () => {},
  );
  return webStream(encoder);
}

/** A page that is there whole, with the headers that say how it is sent. */
export function encodeWhole(page: Buffer, headers: Headers, encoding?: Encoding): Buffer {
  const bytes = encoding ? compressAtOnce(page, encoding) : page;
  if (encoding) headers.set("content-encoding", encoding);
  headers.set("content-length", String(bytes.length));
  return bytes;
}

/** On the request's thread: another one would need twice the time, and may be drawing pictures. */
const compressAtOnce = (body: Buffer, encoding: Encoding): Buffer =>
  encoding === "gzip"
    ? gzipSync(body, { level: ONE_VISITOR.gzip })
    : brotliCompressSync(body, brotliOf(ONE_VISITOR.br, body.length));

/** As a power of two, in bytes: 256 KB, more than a page. */
const WINDOW = 18;

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
    // the default window is for megabytes; making one costs more than compressing a page
    [constants.BROTLI_PARAM_LGWIN]: WINDOW,
  },
});

/** Compresses what is written to it, and hands on every chunk at once. */
export const createEncoder = (encoding: Encoding) =>
  encoding === "br"
    ? createBrotliCompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        params: brotliOf(QUICK.br, 0).params,
      })
    : createGzip({ level: QUICK.gzip, flush: constants.Z_SYNC_FLUSH });

/** Browsers send a handful of different Accept-Encoding headers; others are parsed each time. */
const REMEMBERED = 100;
const preferences = new Map<string, Encoding | undefined>();

/** @param accept the Accept-Encoding header */
export function preferredEncoding(accept = ""): Encoding | undefined {
  if (preferences.has(accept)) return preferences.get(accept);
  const encoding = firstAccepted(accept, ["br", "gzip"]);
  if (preferences.size < REMEMBERED) preferences.set(accept, encoding);
  return encoding;
}

/**
 * For what is sent while it is made: of a home page gzip holds 0.27 MB as long as that lasts, Brotli 0.71 MB for 7 % fewer
 * bytes, and a crowd has a hundred on their way.
 *
 * @param accept the Accept-Encoding header
 */
export const streamedEncoding = (accept = "") => firstAccepted(accept, ["gzip", "br"]);

function firstAccepted(accept: string, order: Encoding[]): Encoding | undefined {
  const offered = accept
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(";")[0]);
  return order.find((one) => offered.includes(one));
}
