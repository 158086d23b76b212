import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";

const compressible =
  /^(text\/|application\/(json|javascript|manifest\+json|vnd\.apple\.mpegurl)|image\/svg)/;

/** Small enough to compress while a page streams, and far quicker than the library's default of 11. */
const BROTLI_QUALITY = 4;

/**
 * Compresses texts. Every chunk is flushed, because a streamed page shows its first part long before its last
 * one exists; hono's own middleware holds chunks back.
 */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers, body } = c.res;
    if (!compressible.test(headers.get("content-type") ?? "")) return;
    c.header("vary", "accept-encoding", { append: true });
    const encoding = preferredEncoding(c.req.header("accept-encoding"));
    if (!body || !encoding || headers.has("content-encoding") || c.req.method === "HEAD") return;

    const encoder =
      encoding === "br"
        ? createBrotliCompress({
            flush: constants.BROTLI_OPERATION_FLUSH,
            params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
          })
        : createGzip({ flush: constants.Z_SYNC_FLUSH });
    // the visitor went away, or the page broke off: there is nobody left to tell
    pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), encoder).catch(
      () => {},
    );
    c.res = new Response(Readable.toWeb(encoder) as ReadableStream, c.res);
    c.res.headers.set("content-encoding", encoding);
    c.res.headers.delete("content-length");
  };
}

/** The better of the encodings that a browser takes, if any. */
export function preferredEncoding(accept = ""): "br" | "gzip" | undefined {
  const offered = accept
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(";")[0]);
  return (["br", "gzip"] as const).find((encoding) => offered.includes(encoding));
}
