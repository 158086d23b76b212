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
import { parseAccept } from "hono/utils/accept";
import { webStream } from "./web-stream.ts";

const compressible =
  /^(text\/|application\/(json|javascript|manifest\+json|vnd\.apple\.mpegurl)|image\/svg)/;

export type Encoding = "br" | "gzip";

/** Quality; while a visitor waits, Brotli's default of 11 would be too slow. */
export const QUICK = { br: 4, gzip: 6 };
/** For answers to one visitor: half the time, a tenth more bytes. */
const ONE_VISITOR = { br: 2, gzip: 3 };
/** Larger bodies are compressed as a stream, so as not to block other requests. */
const MAX_AT_ONCE = 256 * 1024;

/** A shorter body fits into one packet uncompressed. */
const MIN_LENGTH = 1_024;

/** Flushes each chunk, so that a page's first part shows at once; Hono's middleware holds chunks back. */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!compressible.test(c.res.headers.get("content-type") ?? "")) return;
    // @hono/node-server loses headers added to a response that was made from a list of headers
    if (!c.res.headers.get("vary")?.includes("accept-encoding"))
      c.header("vary", "accept-encoding", { append: true });
    const { headers } = c.res;
    const accept = c.req.header("accept-encoding");
    const encoding = preferredEncoding(accept);
    if (!encoding || headers.has("content-encoding") || c.req.method === "HEAD") return;
    const { body } = c.res;
    if (!body) return;

    const length = headers.get("content-length");
    if (length !== null && Number(length) > MAX_AT_ONCE) return compressAsStream(c, body, accept);
    const { whole, rest } = await readAtOnce(body);
    if (rest) compressAsStream(c, rest, accept);
    else if (whole.length < MIN_LENGTH) sendEncoded(c, whole);
    else sendEncoded(c, compressAtOnce(whole, encoding), encoding);
  };
}

/** Returns the `whole` body if it can be read without waiting, otherwise `rest`, a stream of the whole body. */
async function readAtOnce(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const read = reader.read();
    const next = size > MAX_AT_ONCE ? undefined : await Promise.race([read, nextTurn()]);
    if (!next) return { whole: Buffer.concat(chunks), rest: streamFrom(chunks, read, reader) };
    if (next.done) return { whole: Buffer.concat(chunks) };
    chunks.push(next.value);
    size += next.value.length;
  }
}

const nextTurn = () => new Promise<undefined>((resolve) => setImmediate(resolve, undefined));

function streamFrom(
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

function sendEncoded(c: Context, body: ReadableStream | Buffer, encoding?: Encoding) {
  c.res.headers.delete("content-length");
  if (encoding) c.res.headers.set("content-encoding", encoding);
  replaceBody(c, body as BodyInit);
}

/** Assigning `c.res` directly would let Hono merge in the old headers, so it is cleared first. */
function replaceBody(c: Context, body: BodyInit | null) {
  const { status, headers } = c.res;
  c.res = undefined;
  c.res = new Response(body, { status, headers });
}

/** An unread body would keep its file or connection open. */
export function dropBody(c: Context) {
  c.res.body?.cancel().catch(() => undefined);
  replaceBody(c, null);
}

function compressAsStream(c: Context, body: ReadableStream, accept?: string) {
  const encoding = streamedEncoding(accept);
  if (encoding) sendEncoded(c, compressStream(body, encoding), encoding);
}

export function compressStream(body: ReadableStream, encoding: Encoding): ReadableStream {
  const encoder =
    encoding === "br"
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: brotliOptions(QUICK.br, 0).params,
        })
      : createGzip({ level: QUICK.gzip, flush: constants.Z_SYNC_FLUSH });
  // fails if the client disconnects or the render fails: then no client can be told
  pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), encoder).catch(
    () => {},
  );
  return webStream(encoder);
}

export function encodeWhole(page: Buffer, headers: Headers, encoding?: Encoding): Buffer {
  const bytes = encoding ? compressAtOnce(page, encoding) : page;
  if (encoding) headers.set("content-encoding", encoding);
  headers.set("content-length", String(bytes.length));
  return bytes;
}

/** A worker thread would take twice the time, and may be busy with pictures. */
const compressAtOnce = (body: Buffer, encoding: Encoding): Buffer =>
  encoding === "gzip"
    ? gzipSync(body, { level: ONE_VISITOR.gzip })
    : brotliCompressSync(body, brotliOptions(ONE_VISITOR.br, body.length));

/** Brotli's window as a power of two: 256 KB, more than a page. */
const WINDOW_BITS = 18;

const brotliInThread = promisify(brotliCompress);
const gzipInThread = promisify(gzip);

export const compressInThread = (body: Buffer, encoding: Encoding, quality: number) =>
  encoding === "gzip"
    ? gzipInThread(body, { level: quality })
    : brotliInThread(body, brotliOptions(quality, body.length));

const brotliOptions = (quality: number, size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    // allocating the default window costs more than compressing a page
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  },
});

export const preferredEncoding = (accept = "") => firstAccepted(accept, ["br", "gzip"]);

/** gzip first: while the home page is streamed, it holds 0.27 MB, Brotli 0.71 MB for 7 % fewer bytes. */
export const streamedEncoding = (accept = "") => firstAccepted(accept, ["gzip", "br"]);

function firstAccepted(accept: string, order: Encoding[]): Encoding | undefined {
  const offered = parseAccept(accept.toLowerCase()).filter(({ q }) => q > 0);
  return order.find((one) => offered.some(({ type }) => type === one));
}
