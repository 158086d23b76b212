import type { ByteRange } from "./media-answer.ts";

/** The attribute in which a tag names another file; or a text in which no attribute begins, or an address. */
const uriOrText =
  /(?<=[:,]\s?)URI=("[^"]*"|[^",]*)|"[^"]*"|(?:\b[a-z][a-z\d+.-]{0,20}:\\*\/|(?<=["=\s])\/\/)[^\s"]*/gi;
/** Also in the query of another one, and with its slashes escaped. */
const absoluteAddress = /(\b[a-z][a-z\d+.-]{0,20}(:|%3a)|(?<=^|["=\s]))(\\*\/|%2f){2}[^\s"]*/gi;

/** Tags that send a player to servers and advertisements of the upstream's, and data that nobody here asks for. */
const leadingElsewhere =
  /^#EXT-X-(CONTENT-STEERING|SESSION-DATA|DATERANGE:.*(CLASS="com\.apple\.hls\.interstitial"|X-ASSET-(URI|LIST)=))/;

/** What an address in a playlist leads to: a playlist of subtitles is told from others, as its segments are text. */
export type LeadsTo = "playlist" | "subtitles" | "media" | "key";

/**
 * @param url the absolute address
 * @param bytes the part of the file that is meant, where the playlist says it with its offset
 */
type Rewrite = (url: string, leadsTo: LeadsTo, bytes?: ByteRange) => string;

export const linesOf = (text: string) => text.split(/\r\n?|\n/).map((line) => line.trim());

/** The whole address, also where its slashes are escaped; '' for what is none. */
export function absoluteUrl(uri: string, base: string): string {
  const plain = uri.replaceAll("\\/", "/");
  return URL.canParse(plain, base) ? new URL(plain, base).href : "";
}

/** @throws {TypeError} */
export function requirePlaylist(text: string): void {
  if (!text.trimStart().startsWith("#EXTM3U")) throw new TypeError("not an HLS playlist");
}

/** What is put in the places of names, in characters: a value in very many places would fill the memory. */
const MOST_VALUES = 8 * 1024 * 1024;

/**
 * The values that a playlist defines for its addresses (`#EXT-X-DEFINE`), put in their places. Those that it imports
 * from the playlist which led to it are in its address's fragment, where `values` has them for the next ones.
 *
 * @param url where it is
 */
export function withValues(text: string, url: string): { text: string; values: string } {
  if (!text.includes("#EXT-X-DEFINE:")) return { text, values: "" };
  const { searchParams, hash } = new URL(url);
  const imported = new URLSearchParams(hash.slice(1));
  const values = new URLSearchParams();
  const lines = linesOf(text).filter((line) => {
    const [, how, name = ""] =
      /^#EXT-X-DEFINE:(?:.*,)?(NAME|QUERYPARAM|IMPORT)="([\w-]+)"/.exec(line) ?? [];
    const value = {
      NAME: /[:,]VALUE="([^"]*)"/.exec(line)?.[1],
      QUERYPARAM: searchParams.get(name),
      IMPORT: imported.get(name),
    }[how ?? ""];
    if (typeof value === "string" && !/["\r\n]/.test(value)) values.set(name, value);
    return !line.startsWith("#EXT-X-DEFINE:");
  });
  let room = MOST_VALUES;
  const named = (found: string, name: string) => {
    const value = values.get(name) ?? found;
    room -= value.length;
    return room < 0 ? "" : value;
  };
  const resolved = lines.join("\n").replaceAll(/\{\$([\w-]+)\}/g, named);
  return { text: resolved, values: values.toString() };
}

/**
 * Gives every address in an HLS playlist a new form. Where it is not known what one leads to it is left out, with all that
 * the site could not hand on as its own.
 *
 * @param text the playlist; its relative addresses are resolved against `base`
 * @throws {TypeError} when `text` is no playlist
 */
export const rewritePlaylist = (text: string, base: string, rewrite: Rewrite): string =>
  [...rewrittenLines(text, base, rewrite)].join("\n");

/** As `rewritePlaylist`, line by line, for playlists of many thousands. */
export function* rewrittenLines(text: string, base: string, rewrite: Rewrite): Generator<string> {
  requirePlaylist(text);
  let variantFollows = false;
  let bytes: ByteRange | undefined;
  const rewriteOne = (named: string, leadsTo: LeadsTo, part: ByteRange | undefined): string => {
    const url = absoluteUrl(named, base);
    // a key may stand in its own address
    if (url.startsWith("data:")) return url;
    return /^https?:/.test(url) ? rewrite(url, leadsTo, part) : "";
  };
  const rewriteTag = (tag: string): string => {
    const leadsTo = tagLeadsTo(tag);
    const map = tag.startsWith("#EXT-X-MAP:") ? bytesIn(tag) : undefined;
    return tag.replace(uriOrText, (found: string, value?: string) => {
      if (value === undefined) return found.replace(absoluteAddress, "");
      const uri = value.replaceAll('"', "");
      return `URI="${leadsTo ? rewriteOne(uri, leadsTo, map) : ""}"`;
    });
  };
  for (const line of linesOf(text)) {
    if (leadingElsewhere.test(line)) continue;
    if (line.startsWith("#")) {
      variantFollows ||= line.startsWith("#EXT-X-STREAM-INF");
      if (line.startsWith("#EXT-X-BYTERANGE:")) bytes = bytesIn(line);
      yield rewriteTag(line);
      continue;
    }
    yield line && rewriteOne(line, variantFollows ? "playlist" : "media", bytes);
    if (line === "") continue;
    variantFollows = false;
    bytes = undefined;
  }
}

function tagLeadsTo(tag: string): LeadsTo | undefined {
  if (/^#EXT-X-MEDIA:(.*,)?TYPE=SUBTITLES/.test(tag)) return "subtitles";
  if (/^#EXT-X-(MEDIA|I(-FRAME|MAGE)-STREAM-INF|RENDITION-REPORT):/.test(tag)) return "playlist";
  if (/^#EXT-X-(SESSION-)?KEY:/.test(tag)) return "key";
  return /^#EXT-X-(MAP|PART|PRELOAD-HINT):/.test(tag) ? "media" : undefined;
}

/** A playlist whose addresses lead to the parts of files that its byte ranges name. */
export const withoutByteRanges = (text: string) =>
  text
    .replace(/^#EXT-X-BYTERANGE:.*\n/gm, "")
    .replace(/^#EXT-X-MAP:.*$/gm, (map) =>
      map.replace(/,BYTERANGE="[^"]*"|BYTERANGE="[^"]*",/, ""),
    );

/** The range in `#EXT-X-BYTERANGE:800@0` or `BYTERANGE="800@0"`; a map's starts at 0 where it does not say. */
export function bytesIn(line: string): ByteRange | undefined {
  const [, length, offset] = /BYTERANGE(?::|=")(\d+)(?:@(\d+))?/.exec(line) ?? [];
  if (length === undefined) return undefined;
  const start = Number(offset ?? 0);
  return { start, end: start + Number(length) };
}

/**
 * The tags that a preview keeps. What is not named here goes: parts, hints and reports of low-latency streams,
 * I-frame and picture playlists, session data and anything newer, all of which may lead past the preview's end.
 */
const previewTags = new RegExp(
  `^#(EXTM3U|EXTINF|EXT-X-(${[
    "VERSION|INDEPENDENT-SEGMENTS|STREAM-INF|MEDIA|SESSION-KEY|TARGETDURATION|MEDIA-SEQUENCE",
    "DISCONTINUITY-SEQUENCE|PLAYLIST-TYPE|MAP|KEY|BYTERANGE|DISCONTINUITY|PROGRAM-DATE-TIME|GAP",
  ].join("|")}))(:|$)`,
);

/**
 * The part of an HLS playlist that a preview shows. A media playlist, of whatever rendition, ends with the segment
 * that contains second `seconds`, also where the stream is a live one; a multivariant playlist keeps its variants.
 * Byte ranges come out with their offsets written out, so that each segment says by itself what it needs.
 *
 * @param base the playlist's own address
 * @param seconds above 0
 */
export function previewPlaylist(text: string, base: string, seconds: number): string {
  const shown = linesOf(text).filter(
    (line) => line !== "" && (!line.startsWith("#") || previewTags.test(line)),
  );
  const multivariant = shown.some((line) => /^#EXT-X-(STREAM-INF|MEDIA):/.test(line));
  const segments = shown.some((line) => line.startsWith("#EXTINF:"));
  if (multivariant && !segments) return `${shown.join("\n")}\n`;
  const start = firstSeconds(withWrittenOffsets(shown, base), seconds);
  return `${[...start, "#EXT-X-ENDLIST"].join("\n")}\n`;
}

/** The seconds that a playlist's segments take; 0 for one of variants, and for a live one, which has no end yet. */
export function playlistSeconds(text: string): number {
  if (!text.includes("#EXT-X-ENDLIST")) return 0;
  const segments = linesOf(text).filter((line) => line.startsWith("#EXTINF:"));
  return segments.reduce((total, line) => total + (lengthIn(line) ?? 0), 0);
}

/** What only a stream that goes on says: parts, dates, and that its first segments are gone. */
const signsOfLife =
  /^#EXT-X-(PLAYLIST-TYPE:\s*EVENT|PROGRAM-DATE-TIME|SERVER-CONTROL|PART|PRELOAD-HINT|SKIP|(DISCONTINUITY|MEDIA)-SEQUENCE:(?!\s*[01]\s*$))/m;

/**
 * Servers leave the end out of films, which players then take for live streams: they begin near the end and wait there
 * for more. Such a playlist gets its end, unless something says that the stream goes on.
 *
 * @param unchangedMs for how long its origin has had it, where it says so; a live one changes with each segment
 */
export function withEnd(text: string, unchangedMs = Number.POSITIVE_INFINITY): string {
  if (!text.includes("#EXTINF:") || text.includes("#EXT-X-ENDLIST")) return text;
  const seconds = lengthIn(/^#EXT-X-TARGETDURATION:.*/m.exec(text)?.[0]) ?? 0;
  const goesOn = signsOfLife.test(text) || unchangedMs < 3_000 * seconds;
  if (goesOn && !/^#EXT-X-PLAYLIST-TYPE:\s*VOD/m.test(text)) return text;
  return `${text.trimEnd()}\n#EXT-X-ENDLIST\n`;
}

/** Up to the segment with which the segments' lengths reach `seconds`. */
function firstSeconds(lines: string[], seconds: number): string[] {
  const target = lengthIn(lines.find((line) => line.startsWith("#EXT-X-TARGETDURATION:")));
  let total = 0;
  let length: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("#EXTINF:")) length = lengthIn(line);
    if (line.startsWith("#")) continue;
    // a segment that does not say how long it is must not hold the gate open
    total += length ?? target ?? seconds;
    length = undefined;
    if (total >= seconds) return lines.slice(0, index + 1);
  }
  return lines;
}

/** The seconds in `#EXTINF:4.004,title` and the like; undefined for 0 and what is no number. */
export function lengthIn(tag: string | undefined): number | undefined {
  const length = Number(/^[^:]*:\s*([\d.]+)/.exec(tag ?? "")?.[1]);
  return length > 0 ? length : undefined;
}

/**
 * A byte range without an offset goes on where the last one of the same file ended. A map without a range, of a file
 * that segments share, is what stands before the first of them.
 */
function withWrittenOffsets(lines: string[], base: string): string[] {
  const written = [...lines];
  const firstByte = new Map<string, number>();
  const nextByte = new Map<string, number>();
  let range: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("#EXT-X-BYTERANGE:")) range = index;
    if (line.startsWith("#") || range === undefined) continue;
    const file = absoluteUrl(line, base);
    const [, length = "0", offset] = /:\s*(\d+)(?:@(\d+))?/.exec(lines[range] ?? "") ?? [];
    const start = Number(offset ?? nextByte.get(file) ?? 0);
    written[range] = `#EXT-X-BYTERANGE:${length}@${start}`;
    firstByte.set(file, Math.min(start, firstByte.get(file) ?? start));
    nextByte.set(file, start + Number(length));
    range = undefined;
  }
  return written.map((line) => {
    const [, uri] = /^#EXT-X-MAP:(?:.*,)?URI="([^"]*)"/.exec(line) ?? [];
    const end = uri === undefined ? undefined : firstByte.get(absoluteUrl(uri, base));
    return end === undefined || line.includes("BYTERANGE=") ? line : `${line},BYTERANGE="${end}@0"`;
  });
}
