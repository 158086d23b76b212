import { halves, uint32s, writeBox } from "../mp4/mp4-boxes.ts";

interface Sample {
  data: Buffer;
  /** In the track's units, as are the others; when it is shown, counted from when it is decoded. */
  duration: number;
  offset: number;
  isKey: boolean;
}

/** In the low byte of `tfhd`'s flags: positions are counted from the fragment's own start. */
const BASE_IS_MOOF = 0x020000;
/** In `trun`: the position of the data, and for each sample its duration, size, flags and offset; offsets may be negative. */
const ALL_FIELDS = 0x01000f01;
const [KEY, NO_KEY] = [0x02000000, 0x01010000];

/**
 * A fragment of an MP4 file (`moof`, `mdat`) with one run of samples of its only track.
 *
 * @param time when the first sample is decoded, in the track's units
 */
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
