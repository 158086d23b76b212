import type { ByteRange } from "./media-answer.ts";

/** Matches a URI attribute (captured), a quoted string (so that no URI is found within it) or a bare URL. */
const uriOrText =
  /(?<=[:,]\s?)URI=("[^"]*"|[^",]*)|"[^"]*"|(?:\b[a-z][a-z\d+.-]{0,20}:\\*\/|(?<=["=\s])\/\/)[^\s"]*/gi;
/** Also within another URL's query, and with escaped slashes. */
const absoluteAddress = /(\b[a-z][a-z\d+.-]{0,20}(:|%3a)|(?<=^|["=\s]))(\\*\/|%2f){2}[^\s"]*/gi;

/** Dropped: content steering, interstitial ads and session data, which would send players to other servers. */
const droppedTags =
  /^#EXT-X-(CONTENT-STEERING|SESSION-DATA|DATERANGE:.*(CLASS="com\.apple\.hls\.interstitial"|X-ASSET-(URI|LIST)=))/;

/** What an address in a playlist points to; `subtitles` is a playlist whose segments are text. */
export type LeadsTo = "playlist" | "subtitles" | "media" | "key";

/**
 * @param url the absolute address
 * @param bytes the byte range, where the playlist gives one with an offset
 */
type Rewrite = (url: string, leadsTo: LeadsTo, bytes?: ByteRange) => string;

export const linesOf = (text: string) => text.split(/\r\n?|\n/).map((line) => line.trim());

/** Resolves an address, also with escaped slashes; '' if invalid. */
export function absoluteUrl(uri: string, base: string): string {
  const plain = uri.replaceAll("\\/", "/");
  return URL.canParse(plain, base) ? new URL(plain, base).href : "";
}

/** @throws {TypeError} */
export function requirePlaylist(text: string): void {
  if (!text.trimStart().startsWith("#EXTM3U")) throw new TypeError("not an HLS playlist");
}

/** Limit of the substituted text in characters, so that a playlist cannot exhaust memory. */
const MOST_VALUES = 8 * 1024 * 1024;

/**
 * Substitutes a playlist's variables (`#EXT-X-DEFINE`). Imported variables come from the fragment of the playlist's
 * address; `values` is the fragment for the playlists that it references.
 *
 * @param url the playlist's address, with imported variables in its fragment
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
 * Rewrites every address in an HLS playlist. Addresses of unknown purpose, and tags that the site cannot proxy, are
 * removed.
 *
 * @param base relative addresses are resolved against it
 * @throws {TypeError} when `text` is not a playlist
 */
export const rewritePlaylist = (text: string, base: string, rewrite: Rewrite): string =>
  [...rewrittenLines(text, base, rewrite)].join("\n");

/** As `rewritePlaylist`, line by line, for playlists of many thousand lines. */
export function* rewrittenLines(text: string, base: string, rewrite: Rewrite): Generator<string> {
  requirePlaylist(text);
  let variantFollows = false;
  let bytes: ByteRange | undefined;
  const rewriteOne = (named: string, leadsTo: LeadsTo, part: ByteRange | undefined): string => {
    const url = absoluteUrl(named, base);
    // keys may be data: URLs
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
    if (droppedTags.test(line)) continue;
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

/** Removes byte ranges from a playlist whose addresses already stand for parts of files. */
export const withoutByteRanges = (text: string) =>
  text
    .replace(/^#EXT-X-BYTERANGE:.*\n/gm, "")
    .replace(/^#EXT-X-MAP:.*$/gm, (map) =>
      map.replace(/,BYTERANGE="[^"]*"|BYTERANGE="[^"]*",/, ""),
    );

/** The range in `#EXT-X-BYTERANGE:800@0` or `BYTERANGE="800@0"`; a map without an offset starts at 0. */
export function bytesIn(line: string): ByteRange | undefined {
  const [, length, offset] = /BYTERANGE(?::|=")(\d+)(?:@(\d+))?/.exec(line) ?? [];
  if (length === undefined) return undefined;
  const start = Number(offset ?? 0);
  return { start, end: start + Number(length) };
}

/**
 * The tags that a preview keeps. All others are removed (low-latency parts, hints and reports, I-frame and image
 * playlists, session data, anything newer), because they may reveal media past the preview's end.
 */
const previewTags = new RegExp(
  `^#(EXTM3U|EXTINF|EXT-X-(${[
    "VERSION|INDEPENDENT-SEGMENTS|STREAM-INF|MEDIA|SESSION-KEY|TARGETDURATION|MEDIA-SEQUENCE",
    "DISCONTINUITY-SEQUENCE|PLAYLIST-TYPE|MAP|KEY|BYTERANGE|DISCONTINUITY|PROGRAM-DATE-TIME|GAP",
  ].join("|")}))(:|$)`,
);

/**
 * Truncates an HLS playlist for a preview. A media playlist, live or not, ends with the segment that contains second
 * `seconds`; a multivariant playlist keeps its variants. Byte ranges get explicit offsets, so that each segment can be
 * served on its own.
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

/** Total duration of the segments in seconds; 0 for a multivariant or live playlist. */
export function playlistSeconds(text: string): number {
  if (!text.includes("#EXT-X-ENDLIST")) return 0;
  const segments = linesOf(text).filter((line) => line.startsWith("#EXTINF:"));
  return segments.reduce((total, line) => total + (lengthIn(line) ?? 0), 0);
}

/** Signs of a live stream: an event playlist, low-latency tags, dates, or a sequence number above 1. */
const signsOfLife =
  /^#EXT-X-(PLAYLIST-TYPE:\s*EVENT|PROGRAM-DATE-TIME|SERVER-CONTROL|PART|PRELOAD-HINT|SKIP|(DISCONTINUITY|MEDIA)-SEQUENCE:(?!\s*[01]\s*$))/m;

/**
 * Some servers omit EXT-X-ENDLIST for films; players then treat them as live, start near the end and wait for more.
 * Adds the tag unless there is a sign that the stream is live.
 *
 * @param unchangedMs age by Last-Modified, if known; a live playlist changes with each segment
 */
export function withEnd(text: string, unchangedMs = Number.POSITIVE_INFINITY): string {
  if (!text.includes("#EXTINF:") || text.includes("#EXT-X-ENDLIST")) return text;
  const seconds = lengthIn(/^#EXT-X-TARGETDURATION:.*/m.exec(text)?.[0]) ?? 0;
  const isLive = signsOfLife.test(text) || unchangedMs < 3_000 * seconds;
  if (isLive && !/^#EXT-X-PLAYLIST-TYPE:\s*VOD/m.test(text)) return text;
  return `${text.trimEnd()}\n#EXT-X-ENDLIST\n`;
}

/** Lines up to the segment in which the total duration reaches `seconds`. */
function firstSeconds(lines: string[], seconds: number): string[] {
  const target = lengthIn(lines.find((line) => line.startsWith("#EXT-X-TARGETDURATION:")));
  let total = 0;
  let length: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("#EXTINF:")) length = lengthIn(line);
    if (line.startsWith("#")) continue;
    // a segment without a duration must not extend the preview
    total += length ?? target ?? seconds;
    length = undefined;
    if (total >= seconds) return lines.slice(0, index + 1);
  }
  return lines;
}

/** The seconds in `#EXTINF:4.004,title` and similar tags; undefined for 0 or anything that is not a number. */
export function lengthIn(tag: string | undefined): number | undefined {
  const length = Number(/^[^:]*:\s*([\d.]+)/.exec(tag ?? "")?.[1]);
  return length > 0 ? length : undefined;
}

/**
 * Makes byte ranges explicit. One without an offset starts where the file's previous range ended (RFC 8216). A map
 * without a range, in a file that also holds segments, covers the bytes before the first segment.
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
