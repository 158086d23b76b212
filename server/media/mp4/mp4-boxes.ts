/** Boxes of MP4 files (ISO/IEC 14496-12). The input is untrusted: anything invalid throws a RangeError. */

interface Header {
  type: string;
  /** In bytes, with the header; Infinity for a box that extends to the end of the file. */
  size: number;
  headerSize: number;
}

const MAX_BOXES_IN_A_BOX = 1_000;
/** Media rate 1.0 in an edit list, as 16.16 fixed point. */
const NORMAL_SPEED = 0x10000;
export const PAUSE = -1;

export function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new RangeError(`mp4: ${what}`);
}

export function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function uint64(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64BE(at);
  demand(value <= Number.MAX_SAFE_INTEGER, "a number is too large");
  return Number(value);
}

export const topLevelBox = (bytes: Buffer): Header | undefined =>
  orUndefined(() => boxHeader(bytes));

function boxHeader(bytes: Buffer): Header {
  const short = bytes.readUInt32BE(0);
  const headerSize = short === 1 ? 16 : 8;
  const size = short === 1 ? uint64(bytes, 8) : short || Number.POSITIVE_INFINITY;
  const type = bytes.toString("latin1", 4, 8);
  demand(size >= headerSize && bytes.length >= 8, "a box is smaller than its header");
  return { type, size, headerSize };
}

export function boxesIn(body: Buffer): { type: string; body: Buffer }[] {
  const boxes: { type: string; body: Buffer }[] = [];
  // QuickTime may end a list with four zeros
  for (let at = 0; at + 8 <= body.length; ) {
    const { type, size, headerSize } = boxHeader(body.subarray(at));
    demand(at + size <= body.length, "a box is larger than its parent");
    demand(boxes.length < MAX_BOXES_IN_A_BOX, "too many boxes");
    boxes.push({ type, body: body.subarray(at + headerSize, at + size) });
    at += size;
  }
  return boxes;
}

export function findBox(body: Buffer, type: string): Buffer | undefined {
  const [found, other] = boxesIn(body).filter((one) => one.type === type);
  demand(!other, `two boxes ${type}`);
  return found?.body;
}

export function needBox(body: Buffer, type: string): Buffer {
  const found = findBox(body, type);
  demand(found !== undefined, `no box ${type}`);
  return found;
}

export function writeBox(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint32s([body.length + 8]), Buffer.from(type, "latin1"), body]);
}

export const tableBox = (type: string, entries: number[][], version = 0) =>
  writeBox(type, uint32s([version, entries.length, ...entries.flat()]));

export function runLengths(values: readonly number[]): number[][] {
  const runs: { count: number; value: number }[] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.value === value) last.count += 1;
    else runs.push({ count: 1, value });
  }
  return runs.map(({ count, value }) => [count, value >>> 0]);
}

export const halves = (value: number) => [Math.floor(value / 2 ** 32), value % 2 ** 32];

export function uint32s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** The number of entries in a table, which has `width` bytes for each from byte 8 on. */
export function entriesOf(table: Buffer, width: number): number {
  const count = table.readUInt32BE(4);
  demand(8 + count * width <= table.length, "a table is longer than its box");
  return count;
}

export function* runLengthValues(table: Buffer): Generator<number, undefined> {
  for (let run = 0, runs = entriesOf(table, 8); run < runs; run += 1) {
    const value = table.readInt32BE(12 + run * 8);
    for (let left = table.readUInt32BE(8 + run * 8); left > 0; left -= 1) yield value;
  }
  return undefined;
}

export function numbersOf(box: Buffer, from: number) {
  let at = from - 4;
  return () => {
    at += 4;
    return box.readUInt32BE(at);
  };
}

/** Version 1 boxes store times with 64 bits. */
export function is64Bit(box: Buffer): boolean {
  demand(box.readUInt8(0) <= 1, "an unknown version");
  return box.readUInt8(0) === 1;
}

export const numberAt = (box: Buffer, short: number, long: number) =>
  is64Bit(box) ? uint64(box, long) : box.readUInt32BE(short);

export function withNumberAt(box: Buffer, value: number, short: number, long: number): Buffer {
  const copy = Buffer.from(box);
  if (is64Bit(box)) copy.writeBigUInt64BE(BigInt(value), long);
  else copy.writeUInt32BE(value, short);
  return copy;
}

/** Time units per second, from `mvhd` or `mdhd`. */
export function timescaleOf(header: Buffer): number {
  const units = header.readUInt32BE(is64Bit(header) ? 20 : 12);
  demand(units > 0, "a timescale of 0");
  return units;
}

/** Plays the media from `time` (track units) for `duration` (film units). If `time` is PAUSE, nothing is shown. */
export interface Edit {
  duration: number;
  time: number;
}

export function readEdits(trak: Buffer): Edit[] {
  const edts = findBox(trak, "edts");
  const elst = edts && findBox(edts, "elst");
  if (!elst) return [{ duration: Number.POSITIVE_INFINITY, time: 0 }];
  const long = is64Bit(elst);
  return Array.from({ length: entriesOf(elst, long ? 20 : 12) }, (_, index) => {
    const at = 8 + index * (long ? 20 : 12);
    const duration = long ? uint64(elst, at) : elst.readUInt32BE(at);
    const time = long ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4);
    if (time === PAUSE) return { duration, time };
    demand(elst.readUInt32BE(at + (long ? 16 : 8)) === NORMAL_SPEED, "a track at another speed");
    demand(Number.isSafeInteger(time) && time >= 0, "a track that shows nothing");
    // duration 0 means: until the media ends
    return { duration: duration || Number.POSITIVE_INFINITY, time };
  });
}

/** The first media time (track units) and the pause before it (film units). */
export function editStart(edits: readonly Edit[]) {
  const first = edits.findIndex(({ time }) => time !== PAUSE);
  const pause = edits.slice(0, Math.max(0, first)).reduce((sum, edit) => sum + edit.duration, 0);
  const begin = edits[first]?.time;
  demand(begin !== undefined, "a track that shows nothing");
  return { begin, pause };
}

/** Truncates the edits at a second of the film; the media ends at `end`, and its times have moved by `shift`. */
export function truncateEdits(
  edits: readonly Edit[],
  { shift, end, units }: { shift: number; end: number; units: number },
  film: { seconds: number; units: number },
): Edit[] {
  let left = Math.floor(film.seconds * film.units);
  const inFilm = (time: number) => Math.floor((time / units) * film.units);
  return edits
    .flatMap(({ time, duration }) => {
      if (time === PAUSE) return { time, duration };
      const from = time + shift;
      const media = { time: Math.max(0, from), duration };
      return from < 0 ? [{ time: PAUSE, duration: inFilm(-from) }, media] : media;
    })
    .flatMap(({ time, duration }) => {
      const available = time === PAUSE ? duration : Math.min(duration, inFilm(end - time));
      const shown = Math.min(available, left);
      if (shown <= 0) return [];
      left -= shown;
      return { time, duration: shown };
    });
}

export function editsBox(edits: readonly Edit[]): Buffer {
  const entries = edits.flatMap(({ duration, time }) => [
    ...halves(duration),
    ...(time === PAUSE ? [0xffffffff, 0xffffffff] : halves(time)),
    NORMAL_SPEED,
  ]);
  return writeBox("edts", writeBox("elst", uint32s([0x01000000, edits.length, ...entries])));
}
