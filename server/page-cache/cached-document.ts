import { createHash } from "node:crypto";
import { constants } from "node:zlib";
import { compressInThread, type Encoding, QUICK } from "../http/compress.ts";
import type { InlineHashes } from "../http/security.ts";

export interface Representation {
  encoding?: Encoding;
  bytes: Buffer;
  etag: string;
}

export interface CachedDocument {
  /** The route's headers, in lower case, without those that are set per answer. */
  headers: [name: string, value: string][];
  contentType: string;
  cacheControl: string;
  hashes: InlineHashes;
  plain: Representation;
  encoded: Partial<Record<Encoding, Representation>>;
  hash: string;
  recompressing: boolean;
}

const levels = {
  quick: QUICK,
  best: { br: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
};

export function createCachedDocument(
  body: Buffer,
  about: Pick<CachedDocument, "headers" | "hashes" | "cacheControl">,
): CachedDocument {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return {
    ...about,
    contentType: about.headers.find(([name]) => name === "content-type")?.[1] ?? "",
    hash,
    plain: { bytes: body, etag: `"${hash}"` },
    encoded: {},
    recompressing: false,
  };
}

/** Compresses on a worker thread; an existing better representation is kept. */
export async function representationIn(
  document: CachedDocument,
  encoding: Encoding | undefined,
  level: keyof typeof levels = "quick",
): Promise<Representation> {
  if (!encoding) return document.plain;
  const existing = document.encoded[encoding];
  if (existing && level === "quick") return existing;
  const quality = levels[level][encoding];
  const bytes = await compressInThread(document.plain.bytes, encoding, quality);
  const created = { encoding, bytes, etag: `"${document.hash}-${encoding}${quality}"` };
  if (level === "best" || !document.encoded[encoding]) document.encoded[encoding] = created;
  return document.encoded[encoding] ?? created;
}

/** Compares the document and the encoding, not the compression level. */
export function isNotModified(
  ifNoneMatch: string | null | undefined,
  { hash }: CachedDocument,
  { encoding }: Representation,
): boolean {
  return Boolean(ifNoneMatch?.includes(encoding ? `"${hash}-${encoding}` : `"${hash}"`));
}

export function documentHeaders(document: CachedDocument, representation: Representation) {
  const headers: [string, string][] = [
    ...document.headers,
    ["cache-control", document.cacheControl],
    ["vary", "accept-encoding, cookie"],
    ["etag", representation.etag],
  ];
  if (representation.encoding) headers.push(["content-encoding", representation.encoding]);
  return headers;
}
