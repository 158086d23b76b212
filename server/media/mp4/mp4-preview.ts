import type { ByteRange } from "../media-answer.ts";
import {
  boxesIn,
  demand,
  type Edit,
  editStart,
  editsBox,
  halves,
  needBox,
  numberAt,
  orUndefined,
  PAUSE,
  readEdits,
  runLengths,
  tableBox,
  timescaleOf,
  truncateEdits,
  uint32s,
  withNumberAt,
  writeBox,
} from "./mp4-boxes.ts";
import {
  type FilmTrack,
  type Fragment,
  MAX_SAMPLES,
  type Sample,
  samplesOf,
  tracksOf,
} from "./mp4-tracks.ts";

/** The beginning of an MP4 or QuickTime file: a new `moov` and byte ranges of the source. */
export interface CutFile {
  head: Buffer;
  pieces: ByteRange[];
  size: number;
  sourceSize: number;
}

const SIGNED = 0x01000000;
/** Samples per second of a track, above which a fragmented file's timestamps must be wrong. */
const MAX_RATE = 2_000;
interface Film {
  units: number;
  /** The first timestamp in seconds; recordings of live streams do not begin at 0. */
  origin: number;
  sourceSize: number;
  samplesLeft: number;
}

function firstSamples(samples: Iterable<Sample>, limit: number, film: Film) {
  const kept: Sample[] = [];
  let end = 0;
  for (const sample of samples) {
    const { time, delay, duration, start, size } = sample;
    if (time + Math.max(0, delay) + duration > limit) return { kept, end, isWhole: false };
    demand(kept.length < film.samplesLeft, "too many samples");
    demand(time >= (kept.at(-1)?.time ?? 0), "decreasing times");
    demand(start + size <= film.sourceSize, "media beyond the file's end");
    end = Math.max(end, time + delay + duration);
    kept.push(sample);
  }
  return { kept, end, isWhole: true };
}

interface Chunk extends ByteRange {
  samples: number;
  description: number;
  offset: number;
}

function chunksOf(samples: readonly Sample[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const { start, size, description } of samples) {
    const last = chunks.at(-1);
    if (last?.end === start && last.description === description) {
      last.end += size;
      last.samples += 1;
    } else chunks.push({ start, end: start + size, samples: 1, description, offset: 0 });
  }
  return chunks;
}

function cutTrack(track: FilmTrack, samples: Iterable<Sample>, seconds: number, film: Film) {
  const { trak, mdhd, units } = track;
  const edits = readEdits(trak);
  const { begin, pause } = editStart(edits);
  const limit = begin + Math.floor((seconds + film.origin - pause / film.units) * units);
  const { kept, end, isWhole } = firstSamples(samples, limit, film);
  film.samplesLeft -= kept.length;
  const [first, last] = [kept[0], kept.at(-1)];
  if (!first || !last) return undefined;
  const length = last.time + last.duration - first.time;
  // timestamps that do not advance would keep every sample
  if (track.fragmentTrackId !== undefined)
    demand(kept.length - 1 <= (MAX_RATE * length) / units, "inconsistent times");
  else if (isWhole) demand(numberAt(mdhd, 16, 24) <= limit + units, "inconsistent times");

  const shift = Math.round(film.origin * units) - first.time;
  const media = { shift, end: end - first.time, units };
  const shown = truncateEdits(edits, media, { seconds, units: film.units });
  if (!shown.some(({ time }) => time !== PAUSE)) return undefined;
  const duration = shown.reduce((sum, edit) => sum + edit.duration, 0);
  const cut = { shown, duration, length, kept, chunks: chunksOf(kept) };
  return { ...cut, write: () => trackBox(trak, cut) };
}

/** Called only when the chunks' offsets in the new file are known. */
function trackBox(
  trak: Buffer,
  cut: { shown: Edit[]; duration: number; length: number; kept: Sample[]; chunks: Chunk[] },
): Buffer {
  const { shown, duration, length, kept, chunks } = cut;
  const mdia = needBox(trak, "mdia");
  const minf = needBox(mdia, "minf");
  const durations = kept.map(
    (one, index) => (kept[index + 1]?.time ?? one.time + one.duration) - one.time,
  );
  const delays = kept.map(({ delay }) => delay);
  const keyFrames = kept.flatMap(({ isKeyFrame }, index) => (isKeyFrame ? index + 1 : []));
  const runs = chunks.flatMap(({ samples, description }, index) => {
    const before = chunks[index - 1];
    const same = before?.samples === samples && before.description === description;
    return same ? [] : [[index + 1, samples, description]];
  });
  const hasOthers = keyFrames.length > 0 && keyFrames.length < kept.length;
  const tables = [
    writeBox("stsd", needBox(needBox(minf, "stbl"), "stsd")),
    tableBox("stts", runLengths(durations)),
    ...(delays.some((delay) => delay !== 0) ? [tableBox("ctts", runLengths(delays), SIGNED)] : []),
    ...(hasOthers
      ? [
          tableBox(
            "stss",
            keyFrames.map((index) => [index]),
          ),
        ]
      : []),
    tableBox("stsc", runs),
    writeBox("stsz", uint32s([0, 0, kept.length, ...kept.map(({ size }) => size)])),
    tableBox(
      "co64",
      chunks.map(({ offset }) => halves(offset)),
    ),
  ];
  const media = boxesIn(minf).filter(({ type }) => /^([vs]mhd|dinf)$/.test(type));
  return writeBox(
    "trak",
    writeBox("tkhd", withNumberAt(needBox(trak, "tkhd"), duration, 20, 28)),
    editsBox(shown),
    writeBox(
      "mdia",
      writeBox("mdhd", withNumberAt(needBox(mdia, "mdhd"), length, 16, 24)),
      writeBox("hdlr", needBox(mdia, "hdlr")),
      writeBox(
        "minf",
        ...media.map(({ type, body }) => writeBox(type, body)),
        writeBox("stbl", ...tables),
      ),
    ),
  );
}

/** Keeps only video and audio; undefined for a file that is damaged or too unusual. */
export function cutFile(
  file: {
    /** With its header; older QuickTime files have none. */
    ftyp: Buffer | undefined;
    moov: Buffer;
    fragments: readonly Fragment[];
    sourceSize: number;
  },
  seconds: number,
): CutFile | undefined {
  return orUndefined(() => {
    const { fragments, sourceSize } = file;
    const index = needBox(file.moov, "moov");
    const mvhd = needBox(index, "mvhd");
    const sources = tracksOf(index).map((track) => ({
      track,
      samples: () => samplesOf(track, index, fragments),
    }));
    const begins = sources.flatMap(({ track, samples }) => {
      const [first] = samples();
      return first ? first.time / track.units : [];
    });
    const origin = Math.min(...begins);
    const film = { units: timescaleOf(mvhd), origin, sourceSize, samplesLeft: MAX_SAMPLES };
    const tracks = sources.flatMap(
      ({ track, samples }) => cutTrack(track, samples(), seconds, film) ?? [],
    );
    demand(tracks.length > 0, "nothing to show");
    const chunks = tracks.flatMap((track) => track.chunks).sort((a, b) => a.start - b.start);
    const duration = Math.max(...tracks.map((track) => track.duration));
    const mediaSize = chunks.reduce((sum, { start, end }) => sum + end - start, 0);
    const write = () =>
      Buffer.concat([
        file.ftyp ?? QUICKTIME,
        writeBox(
          "moov",
          writeBox("mvhd", withNumberAt(mvhd, duration, 16, 24)),
          ...tracks.map((track) => track.write()),
        ),
        // size 1: the 64-bit size follows
        ...[uint32s([1]), Buffer.from("mdat"), uint32s(halves(mediaSize + 16))],
      ]);
    // first pass for the head's length: chunk offsets depend on it
    let offset = write().length;
    for (const chunk of chunks) {
      chunk.offset = offset;
      offset += chunk.end - chunk.start;
    }
    return { head: write(), pieces: joinRanges(chunks), size: offset, sourceSize };
  });
}

/** For older QuickTime files, which have no `ftyp`. */
const QUICKTIME = writeBox("ftyp", Buffer.from("qt  \0\0\0\0qt  ", "latin1"));

function joinRanges(ranges: readonly ByteRange[]): ByteRange[] {
  const pieces: ByteRange[] = [];
  for (const { start, end } of ranges) {
    const last = pieces.at(-1);
    if (last?.end === start) last.end = end;
    else pieces.push({ start, end });
  }
  return pieces;
}
