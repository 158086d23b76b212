import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { debianProgram } from "../../setup/debian.ts";
import { bodyAt, box, boxesIn, u32 } from "./mp4-files.ts";

const ffmpeg = () => debianProgram("/usr/bin/ffmpeg", "ffmpeg");

/** Calls `use` with the path of a file, and deletes the file afterwards. */
function withFile<Value>(name: string, use: (path: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), "chengying-mp4-"));
  try {
    return use(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Twenty seconds of video, with a key frame every two seconds, and of sound. */
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

/** Renames boxes to `free`, which players skip. */
function withoutBoxes(file: Buffer, type: string, which: (nth: number) => boolean): Buffer {
  const copy = Buffer.from(file);
  let nth = 0;
  for (let at = copy.indexOf(type); at >= 0; at = copy.indexOf(type, at + 4)) {
    if (which(nth)) copy.write("free", at, "latin1");
    nth += 1;
  }
  return copy;
}

/** Replaces the index of a file whose index is last. */
function withIndex(file: Buffer, change: (index: Buffer) => Buffer): Buffer {
  const moov = boxesIn(file).find(({ type }) => type === "moov");
  if (!moov) throw new Error("no index");
  return Buffer.concat([file.subarray(0, moov.start), box("moov", change(moov.body))]);
}

/** Rotates the picture by 90 degrees, as in films of a phone that is held upright. */
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

/** As a phone's editor writes a film without one part: seconds 0 to 3, then from second 4 on. */
const withTwoEdits = (file: Buffer) =>
  withIndex(file, (index) =>
    inEach("trak", index, (trak) => {
      const mdhd = bodyAt(trak, "mdia/mdhd");
      const units = mdhd?.readUInt32BE(12) ?? 1;
      const elst = u32(0, 2, 3_000, 0, 0x10000, 16_000, 4 * units, 0x10000);
      return inEach("edts", trak, () => box("elst", elst));
    }),
  );

/** Removes `ftyp`, which old QuickTime files do not have. */
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

/** Unusual files of other encoders, each of twenty seconds. */
export const oddMp4Files: Record<string, () => Buffer> = {
  "its index first": () => encode(["-movflags", "+faststart"]),
  "its index last": () => encode([]),
  "a turned picture": () => turned(encode([])),
  "two edits": () => withTwoEdits(encode([])),
  "no first box, as old QuickTime": () => withoutFtyp(encode([], { ending: "mov" })),
  "an index that announces fragments but has all samples": () =>
    withIndex(encode([]), (index) => Buffer.concat([index, box("mvex")])),
  fragments: () => fragmented("+frag_keyframe+default_base_moof"),
  "fragments with a sidx": () => fragmented("+frag_keyframe+dash"),
  "fragments with a global sidx": () => fragmented("+frag_keyframe+dash+global_sidx"),
  "fragments with absolute offsets": () => fragmented("+frag_keyframe"),
  "a fragment for each picture": () => fragmented("+frag_every_frame+default_base_moof"),
  "fragments of one track each": () => fragmented("+frag_keyframe+separate_moof"),
  "one fragment": () => fragmented("+default_base_moof", "-frag_duration", "100000000"),
  "fragments of which only the first has a time": () =>
    withoutBoxes(fragmented("+frag_keyframe+default_base_moof"), "tfdt", (nth) => nth > 1),
  "fragments without times": () =>
    withoutBoxes(fragmented("+frag_keyframe+default_base_moof"), "tfdt", () => true),
  "fragments of a stream that began long ago": () =>
    fragmented("+frag_keyframe+default_base_moof+frag_discont", "-output_ts_offset", "5000"),
  "fragments with negative composition offsets": () =>
    fragmented("+frag_keyframe+default_base_moof+negative_cts_offsets"),
  "fragments whose sound ends early": () =>
    encode(["-movflags", "+empty_moov+frag_keyframe+default_base_moof"], { sound: 3 }),
  "an index that is written with the first fragment": () =>
    encode(["-movflags", "+delay_moov+frag_keyframe"]),
  "sound only": () => encode(["-vn"], { ending: "m4a" }),
};

/** For each track, ffmpeg's hashes of its packets, and its end in seconds. */
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
