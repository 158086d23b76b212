import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";

const types: Record<string, string> = {
  ".css": "text/css",
  ".m3u8": "application/vnd.apple.mpegurl",
  ".mp4": "video/mp4",
  ".vtt": "text/vtt; charset=utf-8",
  ".webp": "image/webp",
};

/** First and last byte; undefined: whole file; null: unsatisfiable. */
function parseRange(header: string | null, size: number): [number, number] | undefined | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [first, last] =
    match[1] === ""
      ? [Math.max(0, size - Number(match[2])), size - 1]
      : [Number(match[1]), match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1)];
  return first > last ? null : [first, last];
}

/**
 * Sends a file: whole (200), one range (206), 304, 416 or 404. Multiple ranges get the whole file, as RFC 9110 allows.
 */
export async function sendFile(
  request: Request,
  file: string,
  cacheControl: string,
): Promise<Response> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return new Response(null, { status: 404 });
  const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`;
  const headers = new Headers({
    "content-type": types[extname(file)] ?? "application/octet-stream",
    "cache-control": cacheControl,
    "accept-ranges": "bytes",
    etag,
  });
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  const ifRange = request.headers.get("if-range");
  const wanted = ifRange === null || ifRange === etag ? request.headers.get("range") : null;
  const range = parseRange(wanted, found.size);
  if (range === null) {
    headers.set("content-range", `bytes */${found.size}`);
    return new Response(null, { status: 416, headers });
  }
  const [start, end] = range ?? [0, found.size - 1];
  headers.set("content-length", String(end - start + 1));
  if (range) headers.set("content-range", `bytes ${start}-${end}/${found.size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD" || found.size === 0) return new Response(null, { status, headers });
  const stream = Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream;
  return new Response(stream, { status, headers });
}
