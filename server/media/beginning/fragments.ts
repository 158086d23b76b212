import { halves, uint32s, writeBox } from "../mp4/mp4-boxes.ts";

interface Sample {
  data: Buffer;
  /** In the track's timescale, as is `offset`: presentation time minus decoding time. */
  duration: number;
  offset: number;
  isKey: boolean;
}

/** Flag `default-base-is-moof` of `tfhd`: data offsets are relative to the fragment's start. */
const BASE_IS_MOOF = 0x020000;
/** Version and flags of `trun`: data offset; duration, size, flags and time offset per sample. */
const ALL_FIELDS = 0x01000f01;
const [KEY, NO_KEY] = [0x02000000, 0x01010000];

/** An MP4 fragment with one run of samples; `time`: decoding time of the first, in track units. */
export function writeFragment(sequence: number, time: number, samples: readonly Sample[]): Buffer {
  const entries = samples.flatMap(({ data, duration, offset, isKey }) => [
    duration,
    data.length,
    isKey ? KEY : NO_KEY,
    offset >>> 0,
  ]);
  const moof = (position: number) =>
    writeBox(
      "moof",
      writeBox("mfhd", uint32s([0, sequence])),
      writeBox(
        "traf",
        writeBox("tfhd", uint32s([BASE_IS_MOOF, 1])),
        writeBox("tfdt", uint32s([0x01000000, ...halves(time)])),
        writeBox("trun", uint32s([ALL_FIELDS, samples.length, position, ...entries])),
      ),
    );
  const header = moof(moof(0).length + 8);
  return Buffer.concat([header, writeBox("mdat", ...samples.map(({ data }) => data))]);
}
