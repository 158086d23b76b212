import { createHash } from "node:crypto";
import { constants } from "node:zlib";
import { compressed, type Encoding, QUICK } from "../http/compress.ts";
import type { InlineHashes } from "../http/security.ts";

/** The bytes of a document as they are sent. */
export interface Representation {
  encoding?: Encoding;
  bytes: Buffer;
  /** A strong validator: other bytes have another. */
  etag: string;
}

/** A whole document that anybody may get. */
export interface KeptDocument {
  /** What its route says of it, in lower case, without what depends on the answer. */
  headers: [name: string, value: string][];
  hashes: InlineHashes;
  plain: Representation;
  encoded: Partial<Record<Encoding, Representation>>;
  /** Begins the validators of all representations. */
  hash: string;
  /** In milliseconds since 1970. */
  madeAt: number;
  /** Whether compressing it as well as can be has begun. */
  improving: boolean;
}

const levels = {
  quick: QUICK,
  best: { br: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
};

export function createKeptDocument(
  body: Buffer,
  about: Pick<KeptDocument, "headers" | "hashes">,
): KeptDocument {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return {
    ...about,
    hash,
    plain: { bytes: body, etag: `"${hash}"` },
    encoded: {},
    madeAt: Date.now(),
    improving: false,
  };
}

/** Off the request's thread; a better representation that is there already stays. */
export async function represent(
  document: KeptDocument,
  encoding: Encoding | undefined,
  level: keyof typeof levels = "quick",
): Promise<Representation> {
  if (!encoding) return document.plain;
  const known = document.encoded[encoding];
  if (known && level === "quick") return known;
  const quality = levels[level][encoding];
  const bytes = await compressed(document.plain.bytes, encoding, quality);
  const made = { encoding, bytes, etag: `"${document.hash}-${encoding}${quality}"` };
  if (level === "best" || !document.encoded[encoding]) document.encoded[encoding] = made;
  return document.encoded[encoding] ?? made;
}

/**
 * Whether the visitor has this document already. Any quality of the same encoding holds the same document.
 *
 * @param ifNoneMatch the If-None-Match header
 */
export function isKnown(
  ifNoneMatch: string | null | undefined,
  { hash }: KeptDocument,
  { encoding }: Representation,
): boolean {
  return Boolean(ifNoneMatch?.includes(encoding ? `"${hash}-${encoding}` : `"${hash}"`));
}

/** What every answer with the document says of it, whichever way it is sent. */
export function headersOf(document: KeptDocument, representation: Representation) {
  const headers: [string, string][] = [
    ...document.headers,
    // asked for anew each time, which costs next to nothing when it is unchanged
    ["cache-control", "private, no-cache"],
    ["vary", "accept-encoding, cookie"],
    ["etag", representation.etag],
  ];
  if (representation.encoding) headers.push(["content-encoding", representation.encoding]);
  return headers;
}
