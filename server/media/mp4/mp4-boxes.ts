/**
 * The boxes and tables of an MP4 file (ISO/IEC 14496-12), read and written. No number of a file is believed: what is not
 * as it should be is a RangeError, as reading past a buffer's end is.
 */

interface Header {
  type: string;
  /** In bytes, with the header; infinite for a box that ends with its file. */
  size: number;
  headerSize: number;
}

/** In one box: more are no film. */
const MAX_BOXES_IN_A_BOX = 1_000;
/** In a track's edits. */
const NORMAL_SPEED = 0x10000;
const NOTHING = -1;

export function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new RangeError(`mp4: ${what}`);
}

/** Undefined where something is not as it should be. */
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

/** The box that begins there; undefined for what is none. Its header has at most 16 bytes. */
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

/** The boxes in a box, each without its header. */
export function boxesIn(body: Buffer): { type: string; body: Buffer }[] {
  const boxes: { type: string; body: Buffer }[] = [];
  // QuickTime may end a list with four zeros
  for (let at = 0; at + 8 <= body.length; ) {
    const { type, size, headerSize } = boxHeader(body.subarray(at));
    demand(at + size <= body.length, "a box is larger than what it is in");
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

/** A number of 64 bits as two of 32. */
export const halves = (value: number) => [Math.floor(value / 2 ** 32), value % 2 ** 32];

export function uint32s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** How many entries of so many bytes a table has; they begin at byte 8. */
export function entriesOf(table: Buffer, width: number): number {
  const count = table.readUInt32BE(4);
  demand(8 + count * width <= table.length, "a table is longer than its box");
  return count;
}

/** Whether a box has numbers of 64 bits. */
function isLong(box: Buffer): boolean {
  demand(box.readUInt8(0) <= 1, "a version that is not known");
  return box.readUInt8(0) === 1;
}

export const numberAt = (box: Buffer, short: number, long: number) =>
  isLong(box) ? uint64(box, long) : box.readUInt32BE(short);

export function withNumberAt(box: Buffer, value: number, short: number, long: number): Buffer {
  const copy = Buffer.from(box);
  if (isLong(box)) copy.writeBigUInt64BE(BigInt(value), long);
  else copy.writeUInt32BE(value, short);
  return copy;
}

/** Units in a second, of the film (`mvhd`) or of a track (`mdhd`). */
export function timescaleOf(header: Buffer): number {
  const units = header.readUInt32BE(isLong(header) ? 20 : 12);
  demand(units > 0, "a second without units");
  return units;
}

/** The values of a run-length table, sample by sample. */
export function* valuesOf(table: Buffer): Generator<number, undefined> {
  for (let run = 0, runs = entriesOf(table, 8); run < runs; run += 1) {
    const value = table.readInt32BE(12 + run * 8);
    for (let left = table.readUInt32BE(8 + run * 8); left > 0; left -= 1) yield value;
  }
  return undefined;
}

/** The same table for the first `kept` samples. */
export function firstOf(table: Buffer, kept: number): Buffer {
  const entries: number[] = [];
  for (let run = 0, left = kept; left > 0; run += 1) {
    const count = Math.min(left, table.readUInt32BE(8 + run * 8));
    entries.push(count, table.readUInt32BE(12 + run * 8));
    left -= count;
  }
  return Buffer.concat([table.subarray(0, 4), uint32s([entries.length / 2, ...entries])]);
}

/** The samples' sizes in bytes, from a box `stsz` or `stz2`. */
export function sizesOf(stbl: Buffer): { count: number; same: number; at(sample: number): number } {
  const stsz = findBox(stbl, "stsz");
  const table = stsz ?? needBox(stbl, "stz2");
  const same = stsz ? stsz.readUInt32BE(4) : 0;
  const bits = stsz ? 32 : table.readUInt8(7);
  const count = table.readUInt32BE(8);
  demand([4, 8, 16, 32].includes(bits), "sizes of so many bits");
  demand(same > 0 || 12 + (count * bits) / 8 <= table.length, "a table is longer than its box");
  const at = (sample: number) => {
    if (same > 0) return same;
    if (bits === 4) return (table.readUInt8(12 + (sample >> 1)) >> (sample % 2 ? 0 : 4)) & 15;
    return table.readUIntBE(12 + (sample * bits) / 8, bits / 8);
  };
  return { count, same, at };
}

/**
 * Which part of a track is shown: from `begin` (in the track's units), for `shown` after a `pause` (in the film's).
 * Undefined where nothing says so, and all of it is shown.
 */
export function readEdits(trak: Buffer) {
  const edts = findBox(trak, "edts");
  const elst = edts && findBox(edts, "elst");
  if (!elst) return undefined;
  const long = isLong(elst);
  const edits = Array.from({ length: entriesOf(elst, long ? 20 : 12) }, (_, index) => {
    const at = 8 + index * (long ? 20 : 12);
    return {
      duration: long ? uint64(elst, at) : elst.readUInt32BE(at),
      time: long ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4),
      rate: elst.readUInt32BE(at + (long ? 16 : 8)),
    };
  });
  const last = edits.pop();
  demand(last?.rate === NORMAL_SPEED, "a track at another speed");
  demand(Number.isSafeInteger(last.time) && last.time >= 0, "a track that shows nothing");
  demand(
    edits.every(({ time }) => time === NOTHING),
    "several parts of a track are shown",
  );
  const pause = edits.reduce((sum, { duration }) => sum + duration, 0);
  // none is for as long as there is something
  return { pause, begin: last.time, shown: last.duration || Number.POSITIVE_INFINITY };
}

export function editsBox(pause: number, begin: number, shown: number): Buffer {
  const waiting = pause > 0 ? [...halves(pause), 0xffffffff, 0xffffffff, NORMAL_SPEED] : [];
  const entries = [...waiting, ...halves(shown), ...halves(begin), NORMAL_SPEED];
  return writeBox("edts", writeBox("elst", uint32s([0x01000000, entries.length / 5, ...entries])));
}
