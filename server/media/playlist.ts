import type { Bytes } from "./byte-window.ts";

/** A playlist names other files by URI, on lines of their own and in the attributes of some tags. */
const uriAttribute = /URI="([^"]*)"/g;

/**
 * @param url the absolute address
 * @param playlist whether it leads to another playlist
 * @param bytes the part of the file that is meant, where the playlist says it with its offset
 */
type Rewrite = (url: string, playlist: boolean, bytes?: Bytes) => string;

/**
 * Gives every address in an HLS playlist a new form.
 *
 * @param text the playlist; its relative addresses are resolved against `base`
 * @throws {TypeError} when `text` is no playlist
 */
export function rewritePlaylist(text: string, base: string, rewrite: Rewrite): string {
  if (!text.trimStart().startsWith("#EXTM3U")) throw new TypeError("not an HLS playlist");
  let variantFollows = false;
  let bytes: Bytes | undefined;
  const rewriteOne = (uri: string, playlist: boolean, part: Bytes | undefined): string => {
    const url = new URL(uri, base);
    // data: and skd: addresses carry keys, not places
    return /^https?:$/.test(url.protocol) ? rewrite(url.href, playlist, part) : uri;
  };
  return text
    .split(/\r?\n/)
    .map((line) => {
      if (line.startsWith("#")) {
        variantFollows = line.startsWith("#EXT-X-STREAM-INF");
        if (line.startsWith("#EXT-X-BYTERANGE:")) bytes = bytesIn(line);
        const playlist = /^#EXT-X-(MEDIA|I-FRAME-STREAM-INF)/.test(line);
        const map = line.startsWith("#EXT-X-MAP:") ? bytesIn(line) : undefined;
        return line.replace(uriAttribute, (_match, uri: string) => {
          return `URI="${rewriteOne(uri, playlist, map)}"`;
        });
      }
      if (line.trim() === "") return line;
      const rewritten = rewriteOne(line.trim(), variantFollows, bytes);
      variantFollows = false;
      bytes = undefined;
      return rewritten;
    })
    .join("\n");
}

/** The range in `#EXT-X-BYTERANGE:800@0` or `BYTERANGE="800@0"`; a map's starts at 0 where it does not say. */
function bytesIn(line: string): Bytes | undefined {
  const [, length, offset] = /BYTERANGE(?::|=")(\d+)(?:@(\d+))?/.exec(line) ?? [];
  if (length === undefined) return undefined;
  const start = Number(offset ?? 0);
  return { start, end: start + Number(length) };
}
