import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { debianProgram } from "../../setup/debian.ts";
import { bodyAt, box, boxesIn, u32 } from "./mp4-files.ts";

const ffmpeg = () => debianProgram("/usr/bin/ffmpeg", "ffmpeg");

/** What is done with the path of a file that is gone afterwards. */
function withFile<Value>(name: string, use: (path: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), "chengying-mp4-"));
  try {
    return use(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Its first output is the picture, its second the sound: twenty seconds, a key frame each two. */
function encode(args: string[], { ending = "mp4", sound = 20 } = {}): Buffer {
  const picture = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=20"];
  const tone = ["-f", "lavfi", "-i", `sine=frequency=440:duration=${sound}`];
  const coded = ["-c:v", "libx264", "-preset", "veryfast", "-g", "50", "-pix_fmt", "yuv420p"];
  return withFile(`film.${ending}`, (path) => {
    const all = [...picture, ...tone, ...coded, "-c:a", "aac", "-b:a", "48k", ...args, path];
    execFileSync(ffmpeg(), ["-v", "error", ...all]);
    return readFileSync(path);
  });
}

const fragmented = (flags: string, ...more: string[]) =>
  encode(["-movflags", `+empty_moov${flags}`, ...more]);

/** A box of another type and the same size is one that no player reads. */
function withoutBoxes(file: Buffer, type: string, which: (nth: number) => boolean): Buffer {
  const copy = Buffer.from(file);
  let nth = 0;
  for (let at = copy.indexOf(type); at >= 0; at = copy.indexOf(type, at + 4)) {
    if (which(nth)) copy.write("free", at, "latin1");
    nth += 1;
  }
  return copy;
}

/** With every box in the index changed or gone, whose file has its index last. */
function withIndex(file: Buffer, change: (index: Buffer) => Buffer): Buffer {
  const moov = boxesIn(file).find(({ type }) => type === "moov");
  if (!moov) throw new Error("no index");
  return Buffer.concat([file.subarray(0, moov.start), box("moov", change(moov.body))]);
}

/** The picture a quarter to the right, as a phone that is held upright has it. */
function turned(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const matrix = [0, 0x10000, 0, -0x10000, 0, 0, 120 * 0x10000, 0, 0x40000000];
  u32(...matrix).copy(copy, copy.indexOf("tkhd") + 4 + 40);
  return copy;
}

const inEach = (type: string, body: Buffer, change: (inner: Buffer) => Buffer) =>
  Buffer.concat(
    boxesIn(body).map((one) => box(one.type, one.type === type ? change(one.body) : one.body)),
  );

/** What a phone's editor writes that has cut a part out: seconds 0 to 3, then from 4 on. */
const withTwoEdits = (file: Buffer) =>
  withIndex(file, (index) =>
    inEach("trak", index, (trak) => {
      const mdhd = bodyAt(trak, "mdia/mdhd");
      const units = mdhd?.readUInt32BE(12) ?? 1;
      const elst = u32(0, 2, 3_000, 0, 0x10000, 16_000, 4 * units, 0x10000);
      return inEach("edts", trak, () => box("elst", elst));
    }),
  );

/** As old QuickTime files begin: with their media, and no box that says what they are. */
function withoutFtyp(file: Buffer): Buffer {
  const [first] = [boxesIn(file)[1]?.start ?? 0];
  const copy = Buffer.from(file);
  for (let at = copy.indexOf("stco"); at >= 0; at = copy.indexOf("stco", at + 4)) {
    for (let entry = copy.readUInt32BE(at + 8); entry > 0; entry -= 1) {
      const place = at + 8 + entry * 4;
      copy.writeUInt32BE(copy.readUInt32BE(place) - first, place);
    }
  }
  return copy.subarray(first);
}

/** What others send, each of twenty seconds. */
export const oddMp4Files: Record<string, () => Buffer> = {
  "its index first": () => encode(["-movflags", "+faststart"]),
  "its index last": () => encode([]),
  "a turned picture": () => turned(encode([])),
  "two edits": () => withTwoEdits(encode([])),
  "no first box, as old QuickTime": () => withoutFtyp(encode([], { ending: "mov" })),
  "an index that promises fragments and has all": () =>
    withIndex(encode([]), (index) => Buffer.concat([index, box("mvex")])),
  fragments: () => fragmented("+frag_keyframe+default_base_moof"),
  "fragments with a sidx": () => fragmented("+frag_keyframe+dash"),
  "fragments with a sidx of all": () => fragmented("+frag_keyframe+dash+global_sidx"),
  "fragments whose places count from the file's start": () => fragmented("+frag_keyframe"),
  "a fragment for each picture": () => fragmented("+frag_every_frame+default_base_moof"),
  "fragments of one track each": () => fragmented("+frag_keyframe+separate_moof"),
  "one fragment": () => fragmented("+default_base_moof", "-frag_duration", "100000000"),
  "fragments of which the first alone has a time": () =>
    withoutBoxes(fragmented("+frag_keyframe+default_base_moof"), "tfdt", (nth) => nth > 1),
  "fragments without times": () =>
    withoutBoxes(fragmented("+frag_keyframe+default_base_moof"), "tfdt", () => true),
  "fragments of a stream that began long ago": () =>
    fragmented("+frag_keyframe+default_base_moof+frag_discont", "-output_ts_offset", "5000"),
  "fragments with pictures that are shown before they are decoded": () =>
    fragmented("+frag_keyframe+default_base_moof+negative_cts_offsets"),
  "fragments of which the sound ends early": () =>
    encode(["-movflags", "+empty_moov+frag_keyframe+default_base_moof"], { sound: 3 }),
  "an index that is written with the first fragment": () =>
    encode(["-movflags", "+delay_moov+frag_keyframe"]),
  "sound only": () => encode(["-vn"], { ending: "m4a" }),
};

/** The hashes of a file's packets by ffmpeg, track by track, and when the last has ended in seconds. */
export function packetsOf(file: Buffer) {
  const said = withFile("film.mp4", (path) => {
    writeFileSync(path, file);
    const args = [
      "-ignore_editlist",
      "1",
      "-i",
      path,
      "-map",
      "0",
      "-c",
      "copy",
      "-f",
      "framehash",
      "-",
    ];
    return execFileSync(ffmpeg(), ["-v", "error", ...args], { maxBuffer: 2 ** 26 }).toString();
  });
  const units = new Map(
    [...said.matchAll(/^#tb (\d+): (\d+)\/(\d+)$/gm)].map(([, track, by, of]) => [
      track,
      Number(by) / Number(of),
    ]),
  );
  const tracks: { hashes: string[]; bytes: number; end: number }[] = [];
  for (const line of said.split("\n").filter((one) => /^\d/.test(one))) {
    const [track = "", , time, duration, size, hash = ""] = line
      .split(",")
      .map((field) => field.trim());
    const known = tracks[Number(track)] ?? { hashes: [], bytes: 0, end: 0 };
    tracks[Number(track)] = known;
    known.hashes.push(hash);
    known.bytes += Number(size);
    known.end = Math.max(known.end, (Number(time) + Number(duration)) * (units.get(track) ?? 0));
  }
  return tracks;
}
