import type { TransformCallback } from "node:stream";

/**
 * React 18 pads stream chunks with null bytes where a multi-byte character does not fit; they would break Chinese
 * texts.
 */
export function dropNulls(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
  done(null, piece.includes(0) ? piece.filter((byte) => byte !== 0) : piece);
}
