import type { ByteRange } from "../media-answer.ts";
import { absoluteUrl, bytesIn, lengthIn, linesOf, previewPlaylist } from "../playlists.ts";

export interface Part {
  url: string;
  bytes?: ByteRange | undefined;
  /** For AES-128-CBC; undefined if it is not encrypted. */
  key?: { url: string; iv: Buffer } | undefined;
}

export interface Segment extends Part {
  /** In seconds of the playlist. */
  start: number;
  end: number;
  /** The initialization segment of fragmented MP4; undefined for other containers. */
  map: Part | undefined;
}

export interface Variant {
  url: string;
  bandwidth: number;
  codecs: string;
}

const ONLY_SOUND = /^(?!.*RESOLUTION=).*CODECS="(mp4a|[ae]c-3|opus|flac)[^",]*"/i;

/**
 * The lowest-bandwidth variant (a media playlist counts as one of 0), one with a picture if there is any; undefined if
 * audio is a separate rendition.
 */
export function lowestVariant(text: string, base: string): Variant | undefined {
  if (text.includes("#EXTINF:")) return { url: base, bandwidth: 0, codecs: "" };
  if (/^#EXT-X-MEDIA:(?=.*TYPE=AUDIO).*URI=/m.test(text)) return undefined;
  const all = Array.from(text.matchAll(/^#EXT-X-STREAM-INF:(.*)\r?\n([^#\s].*)$/gm));
  const pictures = all.filter(([, attributes = ""]) => !ONLY_SOUND.test(attributes));
  const variants = (pictures.length > 0 ? pictures : all).map(([, attributes = "", uri = ""]) => ({
    url: absoluteUrl(uri.trim(), base) + new URL(base).hash,
    bandwidth: Number(/(?:^|,)BANDWIDTH=(\d+)/.exec(attributes)?.[1]),
    codecs: /CODECS="([^"]+)"/.exec(attributes)?.[1] ?? "",
  }));
  const [lowest] = variants.sort((one, other) => one.bandwidth - other.bandwidth);
  return lowest?.bandwidth ? lowest : undefined;
}

/** Stops at a new timeline or initialization segment, or at unsupported encryption. Empty for a live playlist. */
export function segmentsBetween(text: string, base: string, from: number, until: number) {
  if (!text.includes("#EXT-X-ENDLIST")) return [];
  const lines = linesOf(previewPlaylist(text, base, until));
  const target = lengthIn(lines.find((line) => line.startsWith("#EXT-X-TARGETDURATION:"))) ?? 0;
  let sequence = Number(/^#EXT-X-MEDIA-SEQUENCE:\s*(\d+)/m.exec(text)?.[1] ?? 0);
  let [map, length, bytes, key]: [Part?, number?, ByteRange?, string?] = [];
  let time = 0;
  const segments: Segment[] = [];
  for (const line of lines) {
    if (line.startsWith("#EXTINF:")) length = lengthIn(line);
    if (line.startsWith("#EXT-X-BYTERANGE:")) bytes = bytesIn(line);
    if (line.startsWith("#EXT-X-KEY:")) key = line.includes("METHOD=NONE") ? undefined : line;
    if (key && !isSupported(key)) break;
    const isNewTimeline = line.startsWith("#EXT-X-DISCONTINUITY") || line.startsWith("#EXT-X-MAP:");
    if (isNewTimeline && segments.length > 0) break;
    if (line.startsWith("#EXT-X-MAP:")) {
      const url = absoluteUrl(attribute(line, "URI"), base);
      map = { url, bytes: bytesIn(line), key: keyIn(key, base, sequence) };
    }
    if (line === "" || line.startsWith("#")) continue;
    const [start, end] = [time, time + (length ?? target)];
    if (end > from) {
      const url = absoluteUrl(line, base);
      segments.push({ url, bytes, key: keyIn(key, base, sequence), map, start, end });
    }
    [time, length, bytes] = [end, undefined, undefined];
    sequence += 1;
  }
  return segments;
}

const attribute = (tag: string, name: string) =>
  new RegExp(`[:,]\\s*${name}=(?:"([^"]*)"|([^,]*))`).exec(tag)?.slice(1).find(Boolean) ?? "";

const isSupported = (tag: string) =>
  attribute(tag, "METHOD") === "AES-128" &&
  (attribute(tag, "KEYFORMAT") || "identity") === "identity" &&
  !attribute(tag, "URI").startsWith("data:");

/** Without an IV in the playlist, it is the segment's media sequence number (RFC 8216, 5.2). */
function keyIn(tag: string | undefined, base: string, sequence: number): Part["key"] {
  if (tag === undefined) return undefined;
  const given = attribute(tag, "IV").replace(/^0x/i, "");
  const iv = Buffer.from((given || sequence.toString(16)).padStart(32, "0").slice(-32), "hex");
  return { url: absoluteUrl(attribute(tag, "URI"), base), iv };
}
