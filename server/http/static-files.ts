import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join, relative } from "node:path";
import type { MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";
import { cacheControl } from "../cache-times.ts";
import { type Encoding, preferredEncoding } from "./compress.ts";
import { webStream } from "./web-stream.ts";

const suffixes: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Smaller files are cached in memory; a whole build takes a few megabytes. */
const MAX_IN_MEMORY = 1024 * 1024;

interface Variant {
  path: string;
  size: number;
  etag: string;
  content?: Promise<Buffer>;
}

interface StaticFile {
  type: string;
  cacheControl: string;
  plain: Variant;
  encoded: Partial<Record<Encoding, Variant>>;
}

/**
 * Looks paths up in a list, so that no path can leave the folder. Files under `/assets/` are immutable.
 * @param earlier folders of builds whose pages may still be open
 */
export function staticFiles(root: string, earlier: readonly string[] = []): MiddlewareHandler {
  const files = new Map([...earlier, root].flatMap((folder) => [...listFiles(folder)]));
  return async (c, next) => {
    const { pathname } = new URL(c.req.url);
    const file = /^(GET|HEAD)$/.test(c.req.method) ? files.get(pathname) : undefined;
    if (!file) return pathname.startsWith("/assets/") ? c.notFound() : next();
    const encoding = preferredEncoding(c.req.header("accept-encoding"));
    const encoded = encoding && file.encoded[encoding];
    return answer(c.req.raw.headers, file, encoded ?? file.plain, encoded && encoding);
  };
}

const EARLIER_BUILDS = 3;

/** Copies the build to `folder`. @returns folders of earlier builds, whose pages may still request files */
export async function keepBuild(client: string, folder: string, build: string): Promise<string[]> {
  const own = join(folder, build);
  const unfinished = `${own}.unfinished`;
  await mkdir(folder, { recursive: true });
  if (!existsSync(own)) {
    await cp(join(client, "assets"), join(unfinished, "assets"), { recursive: true });
    await rename(unfinished, own);
  }
  const now = new Date();
  await utimes(own, now, now);
  const earlier = await Promise.all(
    (await readdir(folder))
      .map((name) => join(folder, name))
      .filter((path) => path !== own)
      .map(async (path) => ({ path, at: (await stat(path)).mtimeMs })),
  );
  earlier.sort((one, other) => one.at - other.at);
  for (const { path } of earlier.splice(0, Math.max(0, earlier.length - EARLIER_BUILDS)))
    await rm(path, { recursive: true });
  return earlier.map(({ path }) => path);
}

function answer(
  request: Headers,
  file: StaticFile,
  variant: Variant,
  encoding: Encoding | undefined,
): Response | Promise<Response> {
  const headers = new Headers({
    "content-type": file.type,
    "cache-control": file.cacheControl,
    etag: variant.etag,
  });
  const negotiated = Object.keys(file.encoded).length > 0;
  if (negotiated) headers.set("vary", "accept-encoding");
  if (isNotModified(request, variant.etag)) return new Response(null, { status: 304, headers });
  if (encoding) headers.set("content-encoding", encoding);
  if (!negotiated) {
    headers.set("accept-ranges", "bytes");
    const range = rangeOf(request, variant);
    if (range) return partOf(variant, range, headers);
  }
  headers.set("content-length", String(variant.size));
  return wholeFile(variant, headers);
}

const isNotModified = (request: Headers, etag: string) =>
  (request.get("if-none-match") ?? "")
    .split(",")
    .some((one) => one.trim().replace("W/", "") === etag);

async function wholeFile(variant: Variant, headers: Headers) {
  if (variant.size > MAX_IN_MEMORY)
    return new Response(webStream(createReadStream(variant.path)), { headers });
  variant.content ??= readFile(variant.path);
  return new Response(new Uint8Array(await variant.content), { headers });
}

/** A single range, as video players request it; for any other, the whole file is sent. */
function rangeOf(request: Headers, { size, etag }: Variant) {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(request.get("range") ?? "") ?? [];
  const current = [null, etag].includes(request.get("if-range"));
  if (!current || (from === "" && to === "")) return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return { start, end };
}

function partOf({ path, size }: Variant, range: { start: number; end: number }, headers: Headers) {
  const { start, end } = range;
  if (start > end) {
    headers.set("content-range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("content-range", `bytes ${start}-${end}/${size}`);
  headers.set("content-length", String(end - start + 1));
  return new Response(webStream(createReadStream(path, range)), { status: 206, headers });
}

function listFiles(root: string): Map<string, StaticFile> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("/."))
    .map((entry) => join(entry.parentPath, entry.name));
  const existing = new Set(paths);
  const isEncoded = (path: string) =>
    Object.values(suffixes).some(
      (suffix) => path.endsWith(suffix) && existing.has(path.slice(0, -suffix.length)),
    );
  return new Map(
    paths
      .filter((path) => !isEncoded(path))
      .map((path) => [
        `/${relative(root, path)}`,
        {
          type: getMimeType(path) ?? "application/octet-stream",
          cacheControl: cacheControlOf(`/${relative(root, path)}`),
          plain: variantOf(path),
          encoded: Object.fromEntries(
            Object.entries(suffixes)
              .filter(([, suffix]) => existing.has(path + suffix))
              .map(([encoding, suffix]) => [encoding, variantOf(path + suffix)]),
          ),
        },
      ]),
  );
}

function variantOf(path: string): Variant {
  const bytes = readFileSync(path);
  const etag = `"${createHash("sha1").update(bytes).digest("base64url")}"`;
  return { path, size: bytes.length, etag };
}

function cacheControlOf(pathname: string) {
  if (pathname.startsWith("/assets/")) return cacheControl.immutable;
  return pathname === "/sw.js" ? cacheControl.serviceWorker : cacheControl.file;
}
