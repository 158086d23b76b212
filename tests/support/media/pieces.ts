/** The pieces of a stream's beginning (`server/media/beginning/beginning.ts`), each with the index of its track. */
export function piecesOf(body: Buffer): { track: number; bytes: Buffer }[] {
  const pieces: { track: number; bytes: Buffer }[] = [];
  for (let at = 0; at < body.length; ) {
    const end = at + 4 + (body.readUInt32BE(at) & 0xffffff);
    pieces.push({ track: body.readUInt8(at), bytes: body.subarray(at + 4, end) });
    at = end;
  }
  return pieces;
}
