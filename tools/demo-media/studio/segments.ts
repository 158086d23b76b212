import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { boxesIn, demand, needBox } from "../../../server/media/mp4/mp4-boxes.ts";

/** Bit rates of a variant in bit/s, and its codecs as a playlist names them. */
export interface Measured {
  peak: number;
  average: number;
  codecs: string;
  /** The rate of the key frames alone, where a playlist of them was written. */
  keyFramePeak: number;
}

/**
 * Packs a fragmented MP4 (one fragment a segment) into `media.mp4`, its header first, and writes `index.m3u8`, which
 * names each segment by its bytes; if wanted, `iframes.m3u8` names the key frame at the start of each.
 *
 * ffmpeg's own HLS muxer delays the picture by two frames with an edit list, which players over
 * Media Source Extensions ignore; its MP4 muxer starts both tracks at zero.
 */
export async function packSegments(
  file: string,
  folder: string,
  seconds: number,
  each: number,
  withKeyFrames = false,
): Promise<Measured> {
  await mkdir(folder, { recursive: true });
  const boxes = topBoxes(await readFile(file));
  const header = Buffer.concat(boxes.filter(({ type }) => /ftyp|moov/.test(type)).map(bytesOf));
  const media = boxes.filter(({ type }) => type === "mdat").map(bytesOf);
  const fragments = boxes.filter(({ type }) => type === "moof").map(bytesOf);
  if (fragments.length !== Math.ceil(seconds / each)) {
    throw new Error(`${folder}: ${fragments.length} fragments, so the key frames lie elsewhere`);
  }

  const segments = fragments.map((fragment, i) =>
    Buffer.concat([segmentType, fragment, media[i] ?? Buffer.alloc(0)]),
  );
  const lines: string[] = [];
  const keyFrames: string[] = [];
  let [offset, peak, keyFramePeak] = [header.length, 0, 0];
  for (const [i, segment] of segments.entries()) {
    const length = Math.min(each, seconds - i * each);
    const named = (bytes: number) => [
      `#EXTINF:${length.toFixed(3)},`,
      `#EXT-X-BYTERANGE:${bytes}@${offset}`,
      "media.mp4",
    ];
    const keyFrame = segmentType.length + firstPictureEnd(fragments[i] ?? Buffer.alloc(0));
    lines.push(...named(segment.length));
    keyFrames.push(...named(keyFrame));
    offset += segment.length;
    peak = Math.max(peak, (segment.length * 8) / length);
    keyFramePeak = Math.max(keyFramePeak, (keyFrame * 8) / length);
  }
  await writeFile(join(folder, "media.mp4"), Buffer.concat([header, ...segments]));
  const playlist = (kind: string, named: string[]) =>
    `${[
      "#EXTM3U",
      "#EXT-X-VERSION:7",
      `#EXT-X-TARGETDURATION:${each}`,
      "#EXT-X-MEDIA-SEQUENCE:0",
      "#EXT-X-PLAYLIST-TYPE:VOD",
      kind,
      `#EXT-X-MAP:URI="media.mp4",BYTERANGE="${header.length}@0"`,
      ...named,
      "#EXT-X-ENDLIST",
    ].join("\n")}\n`;
  await writeFile(join(folder, "index.m3u8"), playlist("#EXT-X-INDEPENDENT-SEGMENTS", lines));
  if (withKeyFrames)
    await writeFile(join(folder, "iframes.m3u8"), playlist("#EXT-X-I-FRAMES-ONLY", keyFrames));
  const profile = header.indexOf("avcC") + 5;
  const picture = header.includes("avcC") && `avc1.${header.toString("hex", profile, profile + 3)}`;
  const codecs = [picture, "mp4a.40.2"].filter(Boolean).join(",");
  return {
    keyFramePeak: Math.ceil(keyFramePeak),
    peak: Math.ceil(peak),
    average: Math.ceil(((offset - header.length) * 8) / seconds),
    codecs,
  };
}

/** In `trun`: whether the data's place, a flag of the first picture, and each picture's length of time and bytes are there. */
const [PLACE, FIRST_FLAGS, DURATION, SIZE] = [0x1, 0x4, 0x1_00, 0x2_00];

/** How many bytes of a fragment (`moof` and `mdat`) end with its first picture. */
function firstPictureEnd(fragment: Buffer): number {
  const [track] = boxesIn(needBox(fragment, "moof")).filter(({ type }) => type === "traf");
  const run = needBox(track?.body ?? fragment, "trun");
  const has = (flag: number) => (run.readUInt32BE(0) & flag) !== 0;
  demand(has(PLACE) && has(SIZE), "a fragment that does not say where its pictures are");
  const size = 12 + (has(FIRST_FLAGS) ? 4 : 0) + (has(DURATION) ? 4 : 0);
  return run.readUInt32BE(8) + run.readUInt32BE(size);
}

interface Box {
  type: string;
  bytes: Buffer;
}

const bytesOf = ({ bytes }: Box): Buffer => bytes;

const segmentType = Buffer.from("\0\0\0\x14stypmsdh\0\0\0\0msdh", "latin1");

function topBoxes(file: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < file.length; ) {
    const size = file.readUInt32BE(at);
    boxes.push({
      type: file.toString("latin1", at + 4, at + 8),
      bytes: file.subarray(at, at + size),
    });
    at += size;
  }
  return boxes;
}
