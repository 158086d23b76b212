/** Writes and reads plain MP4 files (ISO/IEC 14496-12) for tests, without validation. */

export const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => void bytes.writeUInt32BE(value >>> 0, index * 4));
  return bytes;
};

export const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
};

interface Box {
  type: string;
  /** The box's offset in the bytes that were read. */
  start: number;
  body: Buffer;
}

export function boxesIn(bytes: Buffer): Box[] {
  const found: Box[] = [];
  for (let start = 0; start < bytes.length; ) {
    const short = bytes.readUInt32BE(start);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : short;
    const body = bytes.subarray(start + (short === 1 ? 16 : 8), start + size);
    found.push({ type: bytes.toString("latin1", start + 4, start + 8), start, body });
    start += size;
  }
  return found;
}

/** The body of the first box at this path; undefined if there is none. */
export const bodyAt = (bytes: Buffer, path: string): Buffer | undefined =>
  path
    .split("/")
    .reduce<Buffer | undefined>(
      (body, type) => body && boxesIn(body).find((one) => one.type === type)?.body,
      bytes,
    );

const need = (bytes: Buffer, path: string) => {
  const body = bodyAt(bytes, path);
  if (!body) throw new Error(`no ${path}`);
  return body;
};

export interface Sample {
  /** Offset in the file. */
  start: number;
  bytes: Buffer;
  /** When the sample is shown, in seconds from the start of the film. */
  from: number;
  to: number;
}

const numbers = (table: Buffer, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => table.readUInt32BE(from + index * 4));

/** The values of a run-length table, one for each sample. */
const values = (table: Buffer) =>
  Array.from({ length: table.readUInt32BE(4) }, (_, run) => 8 + run * 8).flatMap((at) =>
    Array.from({ length: table.readUInt32BE(at) }, () => table.readInt32BE(at + 4)),
  );

/** The media time at which the track begins, and the film time before it. */
function editsOf(elst: Buffer): [number, number] {
  const long = elst[0] === 1;
  const entries = Array.from({ length: elst.readUInt32BE(4) }, (_, index) => {
    const at = 8 + index * (long ? 20 : 12);
    return long
      ? [Number(elst.readBigInt64BE(at)), Number(elst.readBigInt64BE(at + 8))]
      : [elst.readUInt32BE(at), elst.readInt32BE(at + 4)];
  });
  const waiting = entries.slice(0, -1).reduce((sum, [duration = 0]) => sum + duration, 0);
  return [entries.at(-1)?.[1] ?? 0, waiting];
}

/** From `mvhd` or `mdhd`: units per second, and the duration in these units. */
const timesOf = (header: Buffer): [number, number] =>
  header[0] === 1
    ? [header.readUInt32BE(20), Number(header.readBigUInt64BE(24))]
    : [header.readUInt32BE(12), header.readUInt32BE(16)];

function samplesOf(file: Buffer, trak: Buffer, filmUnits: number): Sample[] {
  const table = (name: string) => bodyAt(trak, `mdia/minf/stbl/${name}`);
  const [timescale] = timesOf(need(trak, "mdia/mdhd"));
  const edits = bodyAt(trak, "edts/elst");
  const [begin, pause] = edits ? editsOf(edits) : [0, 0];
  const wait = pause / filmUnits;
  const deltas = values(need(trak, "mdia/minf/stbl/stts"));
  const offsets = table("ctts");
  const shifts = offsets ? values(offsets) : [];
  const stsz = need(trak, "mdia/minf/stbl/stsz");
  const count = stsz.readUInt32BE(8);
  const same = stsz.readUInt32BE(4);
  const sizes = same ? Array<number>(count).fill(same) : numbers(stsz, 12, count);
  const stco = table("stco");
  const co64 = table("co64");
  const chunks = stco
    ? numbers(stco, 8, stco.readUInt32BE(4))
    : Array.from({ length: co64?.readUInt32BE(4) ?? 0 }, (_, index) =>
        Number(co64?.readBigUInt64BE(8 + index * 8)),
      );
  const stsc = need(trak, "mdia/minf/stbl/stsc");
  const runs = Array.from({ length: stsc.readUInt32BE(4) }, (_, run) =>
    numbers(stsc, 8 + run * 12, 3),
  );
  const samples: Sample[] = [];
  let time = 0;
  for (const [index, chunk] of chunks.entries()) {
    const [, inChunk = 0] = runs.filter(([first = 0]) => first <= index + 1).at(-1) ?? [];
    let start = chunk;
    for (let left = inChunk; left > 0; left -= 1) {
      const nth = samples.length;
      const [size = 0, delta = 0] = [sizes[nth], deltas[nth]];
      const from = wait + (time + (shifts[nth] ?? 0) - begin) / timescale;
      const bytes = file.subarray(start, start + size);
      samples.push({ start, bytes, from, to: from + delta / timescale });
      start += size;
      time += delta;
    }
  }
  if (samples.length !== count || deltas.length !== count) throw new Error("tables differ");
  return samples;
}

/** A plain MP4's stated duration in seconds, and the samples of its tracks. */
export function readMp4(file: Buffer) {
  const [units, duration] = timesOf(need(file, "moov/mvhd"));
  const tracks = boxesIn(need(file, "moov")).filter(({ type }) => type === "trak");
  return {
    seconds: duration / units,
    tracks: tracks.map(({ body }) => samplesOf(file, body, units)),
  };
}

/** Moves a film's index behind the media, where encoders write it that do not know the duration in advance. */
export function withIndexLast(file: Buffer): Buffer {
  const boxes = boxesIn(file);
  const cut = boxes.map(({ type, start }, index) => ({
    type,
    bytes: Buffer.from(file.subarray(start, boxes[index + 1]?.start)),
  }));
  const moov = cut.find(({ type }) => type === "moov");
  if (!moov) throw new Error("no index");
  for (const { type, body } of boxesIn(moov.bytes.subarray(8))) {
    const stco = type === "trak" ? need(body, "mdia/minf/stbl/stco") : u32(0, 0);
    for (const [index, offset] of numbers(stco, 8, stco.readUInt32BE(4)).entries())
      stco.writeUInt32BE(offset - moov.bytes.length, 8 + index * 4);
  }
  return Buffer.concat([...cut.filter((one) => one !== moov), moov].map(({ bytes }) => bytes));
}
