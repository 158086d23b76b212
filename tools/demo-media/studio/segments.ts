import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Bit rates of a variant in bit/s, and its codecs as a playlist names them. */
export interface Measured {
  peak: number;
  average: number;
  codecs: string;
}

/**
 * Packs a fragmented MP4 (one fragment a segment) into `media.mp4`, its header first, and writes `index.m3u8`, which
 * names each segment by its bytes.
 *
 * ffmpeg's own HLS muxer delays the picture by two frames with an edit list, which players over
 * Media Source Extensions ignore; its MP4 muxer starts both tracks at zero.
 */
export async function packSegments(
  file: string,
  folder: string,
  seconds: number,
  each: number,
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
  let [offset, peak] = [header.length, 0];
  for (const [i, segment] of segments.entries()) {
    const length = Math.min(each, seconds - i * each);
    lines.push(
      `#EXTINF:${length.toFixed(3)},`,
      `#EXT-X-BYTERANGE:${segment.length}@${offset}`,
      "media.mp4",
    );
    offset += segment.length;
    peak = Math.max(peak, (segment.length * 8) / length);
  }
  await writeFile(join(folder, "media.mp4"), Buffer.concat([header, ...segments]));
  const head = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${each}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-MAP:URI="media.mp4",BYTERANGE="${header.length}@0"`,
  ];
  await writeFile(
    join(folder, "index.m3u8"),
    `${[...head, ...lines, "#EXT-X-ENDLIST"].join("\n")}\n`,
  );
  const profile = header.indexOf("avcC") + 5;
  const picture = header.includes("avcC") && `avc1.${header.toString("hex", profile, profile + 3)}`;
  const codecs = [picture, "mp4a.40.2"].filter(Boolean).join(",");
  return {
    peak: Math.ceil(peak),
    average: Math.ceil(((offset - header.length) * 8) / seconds),
    codecs,
  };
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
