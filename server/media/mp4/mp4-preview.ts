import type { ByteRange } from "../media-answer.ts";
import {
  boxesIn,
  demand,
  editsBox,
  entriesOf,
  findBox,
  firstOf,
  halves,
  needBox,
  numberAt,
  orUndefined,
  readEdits,
  sizesOf,
  timescaleOf,
  uint32s,
  uint64,
  valuesOf,
  withNumberAt,
  writeBox,
} from "./mp4-boxes.ts";

/**
 * The beginning of a plain MP4 file (ISO/IEC 14496-12) as a file of its own: a new index (`moov`), and the bytes of the
 * source that follow it. Nothing here reads or writes files.
 */
export interface CutFile {
  /** All that stands before the media's bytes. */
  head: Buffer;
  /** The source's bytes that follow, one range after the other. */
  pieces: ByteRange[];
  /** Of the whole, in bytes. */
  size: number;
  /** Of the file of which this is the beginning, in bytes. */
  sourceSize: number;
}

/**
 * Files of which more is to be kept, of all tracks together, or that are more crowded, are not cut: forty minutes of
 * picture and sound, and half a second of work for the most damaged file.
 */
const MAX_SAMPLES = 200_000;
const MAX_TRACKS = 16;
/** What is shown of a track without edits. */
const ALL = { pause: 0, begin: 0, shown: Number.POSITIVE_INFINITY };

/** The first samples of a track that have ended, in whatever order they are shown, when its time is `limit`. */
function firstSamples(stbl: Buffer, count: number, limit: number, most: number) {
  const ctts = findBox(stbl, "ctts");
  const durations = valuesOf(needBox(stbl, "stts"));
  const offsets = ctts && valuesOf(ctts);
  let [kept, time, end] = [0, 0, 0];
  for (; kept < count; kept += 1) {
    const duration = durations.next().value;
    const offset = offsets ? offsets.next().value : 0;
    demand(duration !== undefined && duration >= 0 && offset !== undefined, "samples without time");
    const ends = time + Math.max(0, offset) + duration;
    if (ends > limit) break;
    demand(kept < most, "too many samples");
    end = Math.max(end, time + offset + duration);
    time += duration;
  }
  return { kept, time, end };
}

/** A chunk, or as much of it as is kept. */
interface Chunk extends ByteRange {
  samples: number;
  /** Which of the sample descriptions is theirs. */
  description: number;
  /** In the new file. */
  offset: number;
}

function firstChunks(
  stbl: Buffer,
  sizes: ReturnType<typeof sizesOf>,
  kept: number,
  sourceSize: number,
): Chunk[] {
  const co64 = findBox(stbl, "co64");
  const offsets = co64 ?? needBox(stbl, "stco");
  const count = entriesOf(offsets, co64 ? 8 : 4);
  const stsc = needBox(stbl, "stsc");
  const runs = entriesOf(stsc, 12);
  const firstOfRun = (run: number) => (run < runs ? stsc.readUInt32BE(8 + run * 12) : 0);
  demand(firstOfRun(0) === 1, "chunks without samples");
  const chunks: Chunk[] = [];
  for (let sample = 0, run = 0; sample < kept; ) {
    const chunk = chunks.length;
    demand(chunk < count, "samples without a chunk");
    if (firstOfRun(run + 1) === chunk + 1) run += 1;
    const samples = Math.min(stsc.readUInt32BE(12 + run * 12), kept - sample);
    demand(samples > 0, "an empty chunk");
    const start = co64 ? uint64(co64, 8 + chunk * 8) : offsets.readUInt32BE(8 + chunk * 4);
    let end = start;
    for (const next = sample + samples; sample < next; sample += 1) end += sizes.at(sample);
    demand(end <= sourceSize, "media behind the file's end");
    const description = stsc.readUInt32BE(16 + run * 12);
    chunks.push({ start, end, samples, description, offset: 0 });
  }
  return chunks;
}

interface Film {
  /** In a second. */
  units: number;
  sourceSize: number;
  samplesLeft: number;
}

/** A track up to a second of the film; undefined of one that has nothing to show until then. */
function cutTrack(trak: Buffer, seconds: number, film: Film) {
  const mdia = needBox(trak, "mdia");
  const mdhd = needBox(mdia, "mdhd");
  const minf = needBox(mdia, "minf");
  const stbl = needBox(minf, "stbl");
  const units = timescaleOf(mdhd);
  const edits = readEdits(trak);
  const { pause, begin, shown } = edits ?? ALL;
  const limit = begin + Math.floor((seconds - pause / film.units) * units);
  const sizes = sizesOf(stbl);
  const { kept, time, end } = firstSamples(stbl, sizes.count, limit, film.samplesLeft);
  film.samplesLeft -= kept;
  if (end <= begin) return undefined;
  // times that do not advance would keep everything
  const declared = numberAt(mdhd, 16, 24);
  demand(kept < sizes.count || declared <= limit + units, "times that do not add up");

  const chunks = firstChunks(stbl, sizes, kept, film.sourceSize);
  const duration = Math.min(shown, Math.floor(((end - begin) / units) * film.units));
  const [ctts, stss] = [findBox(stbl, "ctts"), findBox(stbl, "stss")];
  const stsc = chunks.flatMap(({ samples, description }, index) => {
    const before = chunks[index - 1];
    const same = before?.samples === samples && before.description === description;
    return same ? [] : [index + 1, samples, description];
  });
  const keyFrames =
    stss &&
    Array.from({ length: entriesOf(stss, 4) }, (_, index) =>
      stss.readUInt32BE(8 + index * 4),
    ).filter((sample) => sample <= kept);
  const perSample = sizes.same ? [] : Array.from({ length: kept }, (_, index) => sizes.at(index));

  /** The track's box, when it is known where its chunks are in the new file. */
  const write = () => {
    const offsets = chunks.flatMap(({ offset }) => halves(offset));
    const tables = [
      writeBox("stsd", needBox(stbl, "stsd")),
      writeBox("stts", firstOf(needBox(stbl, "stts"), kept)),
      ...(ctts ? [writeBox("ctts", firstOf(ctts, kept))] : []),
      ...(keyFrames ? [writeBox("stss", uint32s([0, keyFrames.length, ...keyFrames]))] : []),
      writeBox("stsc", uint32s([0, stsc.length / 3, ...stsc])),
      writeBox("stsz", uint32s([0, sizes.same, kept, ...perSample])),
      writeBox("co64", uint32s([0, chunks.length, ...offsets])),
    ];
    const media = boxesIn(minf).filter(({ type }) => /^([vs]mhd|dinf)$/.test(type));
    return writeBox(
      "trak",
      writeBox("tkhd", withNumberAt(needBox(trak, "tkhd"), pause + duration, 20, 28)),
      ...(edits ? [editsBox(pause, begin, duration)] : []),
      writeBox(
        "mdia",
        writeBox("mdhd", withNumberAt(mdhd, time, 16, 24)),
        writeBox("hdlr", needBox(mdia, "hdlr")),
        writeBox(
          "minf",
          ...media.map(({ type, body }) => writeBox(type, body)),
          writeBox("stbl", ...tables),
        ),
      ),
    );
  };
  return { chunks, duration: pause + duration, write };
}

const isShown = (trak: Buffer) =>
  /^(vide|soun)$/.test(needBox(needBox(trak, "mdia"), "hdlr").toString("latin1", 8, 12));

/**
 * The picture and sound of a plain MP4 file up to a second, without what else its index says (titles, chapters, texts).
 *
 * @param ftyp the file's first box, with its header
 * @param moov its index, likewise
 * @param sourceSize the file's size in bytes
 * @returns undefined for a file that cannot be cut: it is fragmented, damaged, too unusual, or has nothing to show
 */
export function cutFile(
  ftyp: Buffer,
  moov: Buffer,
  sourceSize: number,
  seconds: number,
): CutFile | undefined {
  return orUndefined(() => {
    const index = needBox(moov, "moov");
    const mvhd = needBox(index, "mvhd");
    demand(!findBox(index, "mvex"), "the file is fragmented");
    const film = { units: timescaleOf(mvhd), sourceSize, samplesLeft: MAX_SAMPLES };
    const shown = boxesIn(index).filter(({ type, body }) => type === "trak" && isShown(body));
    demand(shown.length <= MAX_TRACKS, "too many tracks");
    const tracks = shown.flatMap(({ body }) => cutTrack(body, seconds, film) ?? []);
    demand(tracks.length > 0, "nothing to show");
    const chunks = tracks.flatMap((track) => track.chunks).sort((a, b) => a.start - b.start);
    const duration = Math.max(...tracks.map((track) => track.duration));
    const mediaSize = chunks.reduce((sum, { start, end }) => sum + end - start, 0);
    // with its size in 64 bits
    const mdat = [uint32s([1]), Buffer.from("mdat"), uint32s(halves(mediaSize + 16))];
    const write = () =>
      Buffer.concat([
        ftyp,
        writeBox(
          "moov",
          writeBox("mvhd", withNumberAt(mvhd, duration, 16, 24)),
          ...tracks.map((track) => track.write()),
        ),
        ...mdat,
      ]);
    // as long as it will be with the chunks' places, which depend on it
    let offset = write().length;
    for (const chunk of chunks) {
      chunk.offset = offset;
      offset += chunk.end - chunk.start;
    }
    return { head: write(), pieces: joined(chunks), size: offset, sourceSize };
  });
}

function joined(ranges: readonly ByteRange[]): ByteRange[] {
  const pieces: ByteRange[] = [];
  for (const { start, end } of ranges) {
    const last = pieces.at(-1);
    if (last?.end === start) last.end = end;
    else pieces.push({ start, end });
  }
  return pieces;
}

/** Where the source has these bytes of the cut file, as far as they are the media's. */
export function sourceRanges({ head, pieces }: CutFile, asked: ByteRange): ByteRange[] {
  let at = head.length;
  return pieces.flatMap(({ start, end }) => {
    const shift = start - at;
    at += end - start;
    const from = Math.max(start, asked.start + shift);
    const to = Math.min(end, asked.end + shift);
    return from < to ? [{ start: from, end: to }] : [];
  });
}
