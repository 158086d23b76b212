import {
  boxesIn,
  demand,
  editStart,
  entriesOf,
  findBox,
  is64Bit,
  needBox,
  numberAt,
  numbersOf,
  orUndefined,
  readEdits,
  runLengthValues,
  timescaleOf,
  uint64,
} from "./mp4-boxes.ts";

export const MAX_SAMPLES = 200_000;
const MAX_TRACKS = 16;
/** In seconds: a track this far behind another one counts as ended. */
const TRACKS_APART = 10;

export interface Sample {
  /** Decode time, duration and composition offset, in track units. */
  time: number;
  duration: number;
  delay: number;
  start: number;
  size: number;
  isKeyFrame: boolean;
  description: number;
}

export interface Fragment {
  at: number;
  moof: Buffer;
}

export interface FilmTrack {
  trak: Buffer;
  mdhd: Buffer;
  stbl: Buffer;
  units: number;
  /** The track's id if its samples are in fragments and not in the index. */
  fragmentTrackId: number | undefined;
}

export function tracksOf(index: Buffer): FilmTrack[] {
  const isFragmented = findBox(index, "mvex") !== undefined;
  const tracks = boxesIn(index).flatMap(({ type, body: trak }) => {
    const mdia = type === "trak" && needBox(trak, "mdia");
    if (!mdia || !/^(vide|soun)$/.test(needBox(mdia, "hdlr").toString("latin1", 8, 12))) return [];
    const mdhd = needBox(mdia, "mdhd");
    const stbl = needBox(needBox(mdia, "minf"), "stbl");
    const fragmentTrackId = isFragmented && sizesOf(stbl).count === 0 ? trackId(trak) : undefined;
    return [{ trak, mdhd, stbl, units: timescaleOf(mdhd), fragmentTrackId }];
  });
  demand(tracks.length <= MAX_TRACKS, "too many tracks");
  return tracks;
}

function trackId(trak: Buffer): number {
  const tkhd = needBox(trak, "tkhd");
  return tkhd.readUInt32BE(is64Bit(tkhd) ? 20 : 12);
}

/** Returns a check of whether the fragments so far cover `seconds`; undefined for a file without fragments. */
export const createCoverageCheck = (moov: Buffer, seconds: number) =>
  orUndefined(() => {
    const index = needBox(moov, "moov");
    const tracks = tracksOf(index).filter(({ fragmentTrackId }) => fragmentTrackId !== undefined);
    if (tracks.length === 0) return undefined;
    const defaults = readDefaults(needBox(index, "mvex"));
    const begun = new Map<number, number>();
    const times = new Map<number, number>();
    let samples = 0;
    return (fragment: Fragment): boolean => {
      for (const { track, time } of fragmentSamples(fragment, defaults, times)) {
        if (!begun.has(track)) begun.set(track, time);
        samples += 1;
        demand(samples <= MAX_SAMPLES, "too many samples");
      }
      const beyond = tracks.map(({ fragmentTrackId: number = 0, units, trak }) => {
        const { begin } = editStart(readEdits(trak));
        return ((times.get(number) ?? 0) - (begun.get(number) ?? 0) - begin) / units - seconds;
      });
      return beyond.every((past) => past >= 0) || beyond.some((past) => past >= TRACKS_APART);
    };
  });

export function* samplesOf(
  { stbl, fragmentTrackId }: FilmTrack,
  index: Buffer,
  fragments: readonly Fragment[],
): Generator<Sample> {
  if (fragmentTrackId === undefined) return yield* indexedSamples(stbl);
  const defaults = readDefaults(needBox(index, "mvex"));
  const times = new Map<number, number>();
  for (const fragment of fragments) {
    for (const sample of fragmentSamples(fragment, defaults, times)) {
      if (sample.track === fragmentTrackId) yield sample;
    }
  }
}

function* indexedSamples(stbl: Buffer): Generator<Sample> {
  const sizes = sizesOf(stbl);
  const [ctts, stss] = [findBox(stbl, "ctts"), findBox(stbl, "stss")];
  const durations = runLengthValues(needBox(stbl, "stts"));
  const delays = ctts && runLengthValues(ctts);
  const keyFrames = stss ? entriesOf(stss, 4) : 0;
  const chunks = chunksOf(stbl);
  let chunk = { start: 0, samples: 0, description: 0 };
  for (let index = 0, time = 0, keyFrame = 0; index < sizes.count; index += 1) {
    const duration = durations.next().value;
    const delay = delays ? delays.next().value : 0;
    demand(duration !== undefined && duration >= 0 && delay !== undefined, "samples without time");
    if (chunk.samples === 0) chunk = nextOf(chunks);
    const isKeyFrame =
      !stss || (keyFrame < keyFrames && stss.readUInt32BE(8 + keyFrame * 4) === index + 1);
    if (isKeyFrame) keyFrame += 1;
    const { start, description } = chunk;
    const size = sizes.at(index);
    yield { time, duration, delay, start, size, isKeyFrame, description };
    time += duration;
    chunk.start += size;
    chunk.samples -= 1;
  }
}

function sizesOf(stbl: Buffer): { count: number; at(sample: number): number } {
  const stsz = findBox(stbl, "stsz");
  const table = stsz ?? needBox(stbl, "stz2");
  const same = stsz ? stsz.readUInt32BE(4) : 0;
  const bits = stsz ? 32 : table.readUInt8(7);
  const count = table.readUInt32BE(8);
  demand([4, 8, 16, 32].includes(bits), "an unknown width of sample sizes");
  demand(same > 0 || 12 + (count * bits) / 8 <= table.length, "a table is longer than its box");
  const at = (sample: number) => {
    if (same > 0) return same;
    if (bits === 4) return (table.readUInt8(12 + (sample >> 1)) >> (sample % 2 ? 0 : 4)) & 15;
    return table.readUIntBE(12 + (sample * bits) / 8, bits / 8);
  };
  return { count, at };
}

function* chunksOf(stbl: Buffer) {
  const co64 = findBox(stbl, "co64");
  const offsets = co64 ?? needBox(stbl, "stco");
  const stsc = needBox(stbl, "stsc");
  const runs = entriesOf(stsc, 12);
  const firstOfRun = (run: number) => (run < runs ? stsc.readUInt32BE(8 + run * 12) : 0);
  demand(firstOfRun(0) === 1, "chunks without samples");
  const count = entriesOf(offsets, co64 ? 8 : 4);
  for (let chunk = 0, run = 0; chunk < count; chunk += 1) {
    if (firstOfRun(run + 1) === chunk + 1) run += 1;
    const samples = stsc.readUInt32BE(12 + run * 12);
    demand(samples > 0, "an empty chunk");
    const start = co64 ? uint64(co64, 8 + chunk * 8) : offsets.readUInt32BE(8 + chunk * 4);
    yield { start, samples, description: stsc.readUInt32BE(16 + run * 12) };
  }
}

function nextOf<Value>(values: Generator<Value, void>): Value {
  const { done, value } = values.next();
  demand(!done, "samples without a chunk");
  return value;
}

const readDefaults = (mvex: Buffer) =>
  new Map(
    boxesIn(mvex).flatMap(({ type, body }) =>
      type === "trex"
        ? ([[body.readUInt32BE(4), [8, 12, 16, 20].map((at) => body.readUInt32BE(at))]] as const)
        : [],
    ),
  );

/** @param times the next decode time of each track; updated to the fragment's end */
function* fragmentSamples(
  { at, moof }: Fragment,
  defaults: ReturnType<typeof readDefaults>,
  times: Map<number, number>,
): Generator<Sample & { track: number }> {
  let next = at;
  for (const { type, body: traf } of boxesIn(moof)) {
    if (type !== "traf") continue;
    const header = needBox(traf, "tfhd");
    const [track, flags] = [header.readUInt32BE(4), header.readUInt32BE(0)];
    const usual = defaults.get(track);
    demand(usual !== undefined, "a fragment of an unknown track");
    const fields = numbersOf(header, flags & 1 ? 16 : 8);
    const [description = 0, ...perSample] = [0x2, 0x8, 0x10, 0x20].map((flag, index) =>
      flags & flag ? fields() : (usual[index] ?? 0),
    );
    if (flags & 1) next = uint64(header, 8);
    else if (flags & 0x20000) next = at;
    const tfdt = findBox(traf, "tfdt");
    let time = tfdt ? numberAt(tfdt, 4, 4) : (times.get(track) ?? 0);
    const base = next;
    for (const { type: kind, body: run } of boxesIn(traf)) {
      if (kind !== "trun") continue;
      for (const sample of samplesOfRun(run, perSample, base, next)) {
        yield { ...sample, time, track, description };
        time += sample.duration;
        next = sample.start + sample.size;
        // updated at each sample, as the caller may stop here
        times.set(track, time);
      }
    }
  }
}

function* samplesOfRun(run: Buffer, usual: readonly number[], base: number, next: number) {
  const [flags, count] = [run.readUInt32BE(0), run.readUInt32BE(4)];
  const fields = numbersOf(run, flags & 1 ? 12 : 8);
  let start = flags & 1 ? base + run.readInt32BE(8) : next;
  demand(start >= 0, "media before the file's start");
  const firstFlags = flags & 4 ? fields() : undefined;
  for (let index = 0; index < count; index += 1) {
    const [duration = 0, size = 0, usualFlags = 0] = [0x100, 0x200, 0x400].map((flag, field) =>
      flags & flag ? fields() : (usual[field] ?? 0),
    );
    const delay = flags & 0x800 ? fields() | 0 : 0;
    const sampleFlags = (index === 0 ? firstFlags : undefined) ?? usualFlags;
    yield { duration, size, delay, start, isKeyFrame: !(sampleFlags & 0x10000) };
    start += size;
  }
}
