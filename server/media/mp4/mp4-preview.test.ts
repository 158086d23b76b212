import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyAt, box, boxesIn, readMp4, u32 } from "../../../tests/support/media/mp4-files.ts";
import { sourceRanges } from "./file-preview.ts";
import { topLevelBox } from "./mp4-boxes.ts";
import { cutFile } from "./mp4-preview.ts";

const plain = readFileSync("server/upstream/media/clips/plain.mp4");

/** A top-level box, with its header. */
function part(file: Buffer, type: string): Buffer {
  const boxes = boxesIn(file);
  const index = boxes.findIndex((one) => one.type === type);
  return file.subarray(boxes[index]?.start, boxes[index + 1]?.start ?? file.length);
}

const cutOf = (file: Buffer, seconds: number) =>
  cutFile(
    { ftyp: part(file, "ftyp"), moov: part(file, "moov"), fragments: [], sourceSize: file.length },
    seconds,
  );

function shownOf(file: Buffer, seconds: number): Buffer {
  const cut = cutOf(file, seconds);
  if (!cut) throw new Error("not cut");
  const media = cut.pieces.map(({ start, end }) => file.subarray(start, end));
  const shown = Buffer.concat([cut.head, ...media]);
  expect(shown.length).toBe(cut.size);
  return shown;
}

/** A synthetic film: ten samples of a second each, all with different bytes. */
const media = Buffer.from(
  Array.from({ length: 4_000 }, (_, index) => (index * 7 + (index >> 8)) % 251),
);
const FTYP = box("ftyp", Buffer.from("isom"));
/** The media comes first, then the tables. */
const MEDIA_AT = FTYP.length + 8;

interface Tables {
  handler?: string;
  mdhd?: Buffer;
  edits?: Buffer[];
  stts?: Buffer;
  ctts?: Buffer[];
  sizes?: Buffer;
  stsc?: Buffer;
  offsets?: Buffer;
}

/** By default two chunks of five samples. */
function trak(tables: Tables = {}): Buffer {
  const {
    handler = "vide",
    mdhd = u32(0, 0, 0, 1_000, 10_000, 0),
    edits = [],
    stts = u32(0, 1, 10, 1_000),
    ctts = [],
    sizes = box("stsz", u32(0, 0, 10, ...Array.from({ length: 10 }, (_, index) => 10 + index))),
    stsc = u32(0, 1, 1, 5, 1),
    offsets = box("stco", u32(0, 2, MEDIA_AT, MEDIA_AT + 200)),
  } = tables;
  const named = [box("stsd", u32(0, 0)), box("stts", stts), box("stsc", stsc)];
  const stbl = box("stbl", ...named, ...ctts, sizes, offsets);
  const hdlr = box("hdlr", u32(0, 0), Buffer.from(handler));
  const minf = box("minf", box("vmhd", u32(1)), stbl);
  const tkhd = box("tkhd", u32(7, 0, 0, 1, 0, 10_000), Buffer.alloc(60));
  return box("trak", tkhd, ...edits, box("mdia", box("mdhd", mdhd), hdlr, minf));
}

const MVHD = u32(0, 0, 0, 1_000, 10_000, 0x10000);
const fileOf = (...index: Buffer[]) =>
  Buffer.concat([FTYP, box("mdat", media), box("moov", ...index)]);
const filmOf = (...tracks: Buffer[]) => fileOf(box("mvhd", MVHD), ...tracks);
const samplesOf = (file: Buffer) =>
  readMp4(file).tracks.map((one) => one.map(({ bytes }) => bytes));

describe("a preview of a real film", () => {
  const whole = readMp4(plain);

  test.each([0.5, 15, 59.99])("of %d seconds has exactly the film's first samples", (seconds) => {
    const shown = shownOf(plain, seconds);
    const { tracks, seconds: length } = readMp4(shown);
    expect(length).toBeLessThanOrEqual(seconds);
    expect(length).toBeGreaterThan(seconds - 0.2);
    for (const [index, samples] of tracks.entries()) {
      const all = whole.tracks[index] ?? [];
      expect(Math.max(...samples.map(({ to }) => to))).toBeLessThanOrEqual(seconds);
      const kept = all.slice(0, samples.length);
      expect(samples.map(({ from }) => from)).toEqual(kept.map(({ from }) => from));
      expect(samples.every(({ bytes }, nth) => kept[nth]?.bytes.equals(bytes))).toBe(true);
    }
    const bytes = tracks.flat().reduce((sum, one) => sum + one.bytes.length, 0);
    expect(bodyAt(shown, "mdat")?.length).toBe(bytes);
  });

  test("has durations and key frames that end with it", () => {
    const shown = shownOf(plain, 15);
    const path = "moov/trak/mdia/minf/stbl";
    expect(bodyAt(shown, "moov/mvhd")?.readUInt32BE(16)).toBe(15_000);
    expect(bodyAt(shown, "moov/trak/tkhd")?.readUInt32BE(20)).toBe(15_000);
    expect(Number(bodyAt(shown, "moov/trak/edts/elst")?.readBigUInt64BE(8))).toBe(15_000);
    expect(bodyAt(shown, "moov/trak/mdia/mdhd")?.readUInt32BE(16)).toBe(15 * 12_288);
    expect(bodyAt(shown, `${path}/stss`)).toEqual(u32(0, 4, 1, 97, 193, 289));
    for (const left of ["moov/udta", `${path}/sbgp`]) expect(bodyAt(shown, left)).toBeUndefined();
  });

  test("that is longer than the film contains all of it", () => {
    const shown = readMp4(shownOf(plain, 100));
    expect(shown.seconds).toBe(60);
    expect(shown.tracks.map((one) => one.length)).toEqual(whole.tracks.map((one) => one.length));
  });
});

describe("a cut", () => {
  test("ends within a chunk, and leaves out another track's samples in between", () => {
    const sound = trak({
      handler: "soun",
      stts: u32(0, 1, 10, 2_000),
      offsets: box("stco", u32(0, 2, MEDIA_AT + 100, MEDIA_AT + 400)),
    });
    const film = filmOf(trak(), sound);
    const [picture = [], voice = []] = samplesOf(film);
    const shown = shownOf(film, 7.5);
    expect(samplesOf(shown)).toEqual([picture.slice(0, 7), voice.slice(0, 3)]);
    expect(cutOf(film, 7.5)?.pieces.length).toBe(3);
    expect(readMp4(shown).seconds).toBe(7);
  });

  test("has no frame that is shown after its end, even if it is decoded before", () => {
    const ctts = [box("ctts", u32(0, 3, 4, 0, 1, 2_000, 5, 0))];
    expect(samplesOf(shownOf(filmOf(trak({ ctts })), 6))[0]).toHaveLength(4);
    expect(samplesOf(shownOf(filmOf(trak({ ctts })), 7))[0]).toHaveLength(7);
  });

  test("counts from the moment a track is first shown", () => {
    const begun = [box("edts", box("elst", u32(0, 1, 8_000, 2_000, 0x10000)))];
    expect(samplesOf(shownOf(filmOf(trak({ edits: begun })), 4))[0]).toHaveLength(6);
    const waits = u32(0, 2, 3_000, -1, 0x10000, 8_000, 0, 0x10000);
    const late = trak({ edits: [box("edts", box("elst", waits))] });
    const shown = readMp4(shownOf(filmOf(late), 5));
    expect([shown.seconds, shown.tracks[0]?.at(-1)?.to]).toEqual([5, 5]);
    expect(cutOf(filmOf(late), 3)).toBeUndefined();
  });

  test("of a track with several edits keeps only those that the preview reaches", () => {
    const parts = u32(0, 3, 2_000, 1_000, 0x10000, 1_000, -1, 0x10000, 6_000, 4_000, 0x10000);
    const film = filmOf(trak({ edits: [box("edts", box("elst", parts))] }));
    const edits = (file: Buffer) => bodyAt(file, "moov/trak/edts/elst")?.readUInt32BE(4);
    // the media ends at second 5 or 7, so that players that ignore edit lists show no more
    for (const [seconds, samples, length] of [
      [4, 5, 4],
      [6, 7, 6],
    ] as const) {
      const shown = shownOf(film, seconds);
      expect([samplesOf(shown)[0]?.length, readMp4(shown).seconds]).toEqual([samples, length]);
      expect(edits(shown)).toBe(3);
    }
  });

  test("is the same with 64-bit numbers", () => {
    const long = u32(0x01000000, 0, 0, 0, 0, 1_000, 0, 10_000, 0);
    const elst = u32(0x01000000, 1, 0, 9_000, 0, 1_000, 0x10000);
    const film = fileOf(
      box("mvhd", long),
      trak({
        mdhd: long,
        edits: [box("edts", box("elst", elst))],
        offsets: box("co64", u32(0, 2, 0, MEDIA_AT, 0, MEDIA_AT + 200)),
      }),
    );
    const shown = shownOf(film, 3);
    expect(readMp4(shown).seconds).toBe(3);
    expect(samplesOf(shown)[0]).toEqual(samplesOf(film)[0]?.slice(0, 4));
  });

  test.each([
    ["4", box("stz2", u32(0, 4, 10), Buffer.from([0x12, 0x34, 0x56, 0x78, 0x9a])), [1, 2, 3]],
    ["8", box("stz2", u32(0, 8, 10), Buffer.from([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])), [9, 8, 7]],
    ["16", box("stz2", u32(0, 16, 10), Buffer.alloc(20, Buffer.from([0, 5]))), [5, 5, 5]],
    ["no", box("stsz", u32(0, 6, 10)), [6, 6, 6]],
  ])("reads sizes of %s bits", (_bits, sizes, expected) => {
    const shown = shownOf(filmOf(trak({ sizes })), 3);
    expect(samplesOf(shown)[0]?.map((one) => one.length)).toEqual(expected);
    expect(samplesOf(shown)[0]?.[0]).toEqual(media.subarray(0, expected[0]));
  });

  test("has picture and sound only", () => {
    const film = filmOf(trak(), trak({ handler: "text" }), box("udta", Buffer.from("titles")));
    const index = bodyAt(shownOf(film, 5), "moov") ?? FTYP;
    expect(boxesIn(index).map(({ type }) => type)).toEqual(["mvhd", "trak"]);
  });
});

test.each<[string, Buffer]>([
  ["has no header", fileOf(trak())],
  ["shows nothing", filmOf()],
  ["has two headers", fileOf(box("mvhd", MVHD), box("mvhd", MVHD), trak())],
  ["has a header of another version", fileOf(box("mvhd", u32(0x02000000, 0, 0, 1, 1)), trak())],
  ["has a timescale of 0", filmOf(trak({ mdhd: u32(0, 0, 0, 0, 10_000, 0) }))],
  ["has no time", filmOf(trak({ stts: u32(0, 1, 10, 0) }))],
  [
    "is shorter than it says",
    filmOf(trak({ mdhd: u32(0, 0, 0, 1_000, 60_000, 0), stts: u32(0, 2, 9, 0, 1, 1_000) })),
  ],
  ["has samples without time", filmOf(trak({ stts: u32(0, 1, 2, 1_000) }))],
  ["has a table larger than its box", filmOf(trak({ stts: u32(0, 900, 10, 1_000) }))],
  ["has fewer sizes than it says", filmOf(trak({ sizes: box("stsz", u32(0, 0, 4_000_000_000)) }))],
  ["has sizes of 9 bits", filmOf(trak({ sizes: box("stz2", u32(0, 9, 10), media) }))],
  ["has samples without a chunk", filmOf(trak({ offsets: box("stco", u32(0, 0)) }))],
  ["has empty chunks", filmOf(trak({ stsc: u32(0, 1, 1, 0, 1) }))],
  ["has chunks of no run", filmOf(trak({ stsc: u32(0, 1, 2, 5, 1) }))],
  ["has media beyond its end", filmOf(trak({ offsets: box("stco", u32(0, 1, 0xfffffff0)) }))],
  ["has unsafe offsets", filmOf(trak({ offsets: box("co64", u32(0, 1, 0xffffffff, 0)) }))],
  [
    "has too many samples",
    filmOf(
      trak({
        stts: u32(0, 1, 0xffffffff, 0),
        sizes: box("stsz", u32(0, 1, 0xffffffff)),
      }),
    ),
  ],
  ["has too many tracks", filmOf(...Array.from({ length: 17 }, () => trak()))],
  ["has too many boxes", filmOf(trak(), ...Array.from({ length: 1_000 }, () => box("free")))],
])("a film that %s is not cut", (_what, film) => {
  expect(cutOf(film, 15)).toBeUndefined();
});

test("a file with a damaged index is not cut, or is cut within the file", () => {
  const index = part(plain, "moov");
  const damage = fc.array(fc.tuple(fc.nat(index.length - 1), fc.nat(255)), { maxLength: 8 });
  fc.assert(
    fc.property(damage, fc.integer({ min: 0, max: index.length }), (bytes, end) => {
      const damaged = Buffer.from(index);
      for (const [at, value] of bytes) damaged[at] = value;
      for (const moov of [damaged, damaged.subarray(0, end)]) {
        const cut = cutFile({ ftyp: FTYP, moov, fragments: [], sourceSize: plain.length }, 15);
        const inFile = cut?.pieces.every(({ start, end }) => start <= end && end <= plain.length);
        expect(inFile).not.toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});

test("bytes of the cut film map to bytes of the source", () => {
  const cut = {
    head: Buffer.alloc(10),
    size: 30,
    sourceSize: 900,
    pieces: [
      { start: 100, end: 105 },
      { start: 200, end: 215 },
    ],
  };
  expect(sourceRanges(cut, { start: 0, end: 30 })).toEqual(cut.pieces);
  expect(sourceRanges(cut, { start: 0, end: 10 })).toEqual([]);
  expect(sourceRanges(cut, { start: 12, end: 17 })).toEqual([
    { start: 102, end: 105 },
    { start: 200, end: 202 },
  ]);
  expect(sourceRanges(cut, { start: 29, end: 30 })).toEqual([{ start: 214, end: 215 }]);
});

test.each<[string, Buffer, ReturnType<typeof topLevelBox>]>([
  ["a box", u32(24, 0x6d6f6f76, 0, 0), { type: "moov", size: 24, headerSize: 8 }],
  ["a large box", u32(1, 0x6d646174, 2, 0), { type: "mdat", size: 2 ** 33, headerSize: 16 }],
  [
    "a box that extends to the end",
    u32(0, 0x6d646174),
    { type: "mdat", size: Infinity, headerSize: 8 },
  ],
  ["a box that is too small", u32(7, 0x6d646174, 0, 0), undefined],
  ["a box that is too large", u32(1, 0x6d646174, 0xffffffff, 0), undefined],
  ["half a box", u32(24), undefined],
])("the header of %s is read", (_what, bytes, expected) => {
  expect(topLevelBox(bytes)).toEqual(expected);
});
