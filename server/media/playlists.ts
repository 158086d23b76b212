import type { ByteRange } from "./media-answer.ts";

/** A URI attribute (captured), a quoted string (which is not searched for URIs) or a bare URL. */
const uriOrText =
  /(?<=[:,]\s?)URI=("[^"]*"|[^",]*)|"[^"]*"|(?:\b[a-z][a-z\d+.-]{0,20}:\\*\/|(?<=["=\s])\/\/)[^\s"]*/gi;
/** Also matches within another URL's query, and with escaped slashes. */
const absoluteAddress = /(\b[a-z][a-z\d+.-]{0,20}(:|%3a)|(?<=^|["=\s]))(\\*\/|%2f){2}[^\s"]*/gi;

/** Tags that would send players to other servers: content steering, interstitials, session data. */
const droppedTags =
  /^#EXT-X-(CONTENT-STEERING|SESSION-DATA|DATERANGE:.*(CLASS="com\.apple\.hls\.interstitial"|X-ASSET-(URI|LIST)=))/;

/** `subtitles` is a playlist of text segments. */
export type TargetKind = "playlist" | "subtitles" | "media" | "key";

/** @param bytes the range, if the playlist gives one with an offset */
type Rewrite = (url: string, leadsTo: TargetKind, bytes?: ByteRange) => string;

export const linesOf = (text: string) => text.split(/\r\n?|\n/).map((line) => line.trim());

export function absoluteUrl(uri: string, base: string): string {
  const plain = uri.replaceAll("\\/", "/");
  return URL.canParse(plain, base) ? new URL(plain, base).href : "";
}

export function requirePlaylist(text: string): void {
  if (!text.trimStart().startsWith("#EXTM3U")) throw new TypeError("not an HLS playlist");
}

/** In characters, for all substituted values, so that they cannot exhaust memory. */
const MAX_SUBSTITUTED = 8 * 1024 * 1024;

/**
 * Substitutes `#EXT-X-DEFINE`d variables. Imported values come from the fragment of `url`; the returned `values` is the
 * fragment for the playlists that this one references.
 */
export function withVariables(text: string, url: string): { text: string; values: string } {
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
  let charactersLeft = MAX_SUBSTITUTED;
  const substitute = (found: string, name: string) => {
    const value = values.get(name) ?? found;
    charactersLeft -= value.length;
    return charactersLeft < 0 ? "" : value;
  };
  const resolved = lines.join("\n").replaceAll(/\{\$([\w-]+)\}/g, substitute);
  return { text: resolved, values: values.toString() };
}

/** Rewrites addresses; removes those of unknown purpose, and tags that cannot be proxied. @throws {TypeError} */
export const rewritePlaylist = (text: string, base: string, rewrite: Rewrite): string =>
  [...rewrittenLines(text, base, rewrite)].join("\n");

/** The same line by line, for playlists of many thousand lines. */
export function* rewrittenLines(text: string, base: string, rewrite: Rewrite): Generator<string> {
  requirePlaylist(text);
  let variantFollows = false;
  let bytes: ByteRange | undefined;
  const rewriteOne = (uri: string, leadsTo: TargetKind, part: ByteRange | undefined): string => {
    const url = absoluteUrl(uri, base);
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

function tagLeadsTo(tag: string): TargetKind | undefined {
  if (/^#EXT-X-MEDIA:(.*,)?TYPE=SUBTITLES/.test(tag)) return "subtitles";
  if (/^#EXT-X-(MEDIA|I(-FRAME|MAGE)-STREAM-INF|RENDITION-REPORT):/.test(tag)) return "playlist";
  if (/^#EXT-X-(SESSION-)?KEY:/.test(tag)) return "key";
  return /^#EXT-X-(MAP|PART|PRELOAD-HINT):/.test(tag) ? "media" : undefined;
}

/** Removes byte ranges from a playlist whose addresses already name parts of files. */
export const withoutByteRanges = (text: string) =>
  text
    .replace(/^#EXT-X-BYTERANGE:.*\n/gm, "")
    .replace(/^#EXT-X-MAP:.*$/gm, (map) =>
      map.replace(/,BYTERANGE="[^"]*"|BYTERANGE="[^"]*",/, ""),
    );

/** The range in a BYTERANGE tag or attribute; without an offset, it starts at 0. */
export function bytesIn(line: string): ByteRange | undefined {
  const [, length, offset] = /BYTERANGE(?::|=")(\d+)(?:@(\d+))?/.exec(line) ?? [];
  if (length === undefined) return undefined;
  const start = Number(offset ?? 0);
  return { start, end: start + Number(length) };
}

/** The tags that a preview keeps. All others may reveal media past its end. */
const previewTags = new RegExp(
  `^#(EXTM3U|EXTINF|EXT-X-(${[
    "VERSION|INDEPENDENT-SEGMENTS|STREAM-INF|MEDIA|SESSION-KEY|TARGETDURATION|MEDIA-SEQUENCE",
    "DISCONTINUITY-SEQUENCE|PLAYLIST-TYPE|MAP|KEY|BYTERANGE|DISCONTINUITY|PROGRAM-DATE-TIME|GAP",
  ].join("|")}))(:|$)`,
);

/**
 * A media playlist, also a live one, is cut after the segment that contains second `seconds`; a multivariant playlist
 * keeps its variants. Byte ranges get explicit offsets, so that each segment can be served on its own.
 */
export function previewPlaylist(text: string, base: string, seconds: number): string {
  const shown = linesOf(text).filter(
    (line) => line !== "" && (!line.startsWith("#") || previewTags.test(line)),
  );
  const multivariant = shown.some((line) => /^#EXT-X-(STREAM-INF|MEDIA):/.test(line));
  const segments = shown.some((line) => line.startsWith("#EXTINF:"));
  if (multivariant && !segments) return `${shown.join("\n")}\n`;
  const start = firstSeconds(withExplicitOffsets(shown, base), seconds);
  return `${[...start, "#EXT-X-ENDLIST"].join("\n")}\n`;
}

/** The longest segment's duration, rounded to whole seconds (RFC 8216, 4.3.3.1); 0 if it is missing. */
export const targetSeconds = (text: string) =>
  lengthIn(/^#EXT-X-TARGETDURATION:.*/m.exec(text)?.[0]) ?? 0;

/** The total duration in seconds; 0 for a multivariant or live playlist. */
export function playlistSeconds(text: string): number {
  if (!text.includes("#EXT-X-ENDLIST")) return 0;
  const segments = linesOf(text).filter((line) => line.startsWith("#EXTINF:"));
  return segments.reduce((total, line) => total + (lengthIn(line) ?? 0), 0);
}

const liveTags =
  /^#EXT-X-(PLAYLIST-TYPE:\s*EVENT|PROGRAM-DATE-TIME|SERVER-CONTROL|PART|PRELOAD-HINT|SKIP|(DISCONTINUITY|MEDIA)-SEQUENCE:(?!\s*[01]\s*$))/m;

/**
 * Adds EXT-X-ENDLIST unless the playlist is live. Without it, which some servers omit, players start near the end.
 * @param unchangedMs age by Last-Modified; a live playlist changes with each segment
 */
export function withEndTag(text: string, unchangedMs = Number.POSITIVE_INFINITY): string {
  if (!text.includes("#EXTINF:") || text.includes("#EXT-X-ENDLIST")) return text;
  const isLive = liveTags.test(text) || unchangedMs < 3_000 * targetSeconds(text);
  if (isLive && !/^#EXT-X-PLAYLIST-TYPE:\s*VOD/m.test(text)) return text;
  return `${text.trimEnd()}\n#EXT-X-ENDLIST\n`;
}

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

/** The seconds in `#EXTINF:4.004,title`; undefined for 0 or anything that is not a number. */
export function lengthIn(tag: string | undefined): number | undefined {
  const length = Number(/^[^:]*:\s*([\d.]+)/.exec(tag ?? "")?.[1]);
  return length > 0 ? length : undefined;
}

/**
 * Without an offset, a range starts where the file's previous one ended (RFC 8216, 4.3.2.2); a map
 * without a range covers the bytes before the file's first segment.
 */
function withExplicitOffsets(lines: string[], base: string): string[] {
  const explicit = [...lines];
  const firstByte = new Map<string, number>();
  const nextByte = new Map<string, number>();
  let range: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("#EXT-X-BYTERANGE:")) range = index;
    if (line.startsWith("#") || range === undefined) continue;
    const file = absoluteUrl(line, base);
    const [, length = "0", offset] = /:\s*(\d+)(?:@(\d+))?/.exec(lines[range] ?? "") ?? [];
    const start = Number(offset ?? nextByte.get(file) ?? 0);
    explicit[range] = `#EXT-X-BYTERANGE:${length}@${start}`;
    firstByte.set(file, Math.min(start, firstByte.get(file) ?? start));
    nextByte.set(file, start + Number(length));
    range = undefined;
  }
  return explicit.map((line) => {
    const [, uri] = /^#EXT-X-MAP:(?:.*,)?URI="([^"]*)"/.exec(line) ?? [];
    const end = uri === undefined ? undefined : firstByte.get(absoluteUrl(uri, base));
    return end === undefined || line.includes("BYTERANGE=") ? line : `${line},BYTERANGE="${end}@0"`;
  });
}
