import type { TransformCallback } from "node:stream";

/**
 * React 18 fills a piece of its stream up with null bytes where the next letter, of several bytes, does not fit in
 * whole. In a page they would stand in the middle of a Chinese text.
 */
export function dropNulls(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
  done(null, piece.includes(0) ? piece.filter((byte) => byte !== 0) : piece);
}
