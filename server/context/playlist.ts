/** A playlist names other files by URI, on lines of their own and in the attributes of some tags. */
const uriAttribute = /URI="([^"]*)"/g;

/**
 * Gives every address in an HLS playlist a new form.
 *
 * @param text the playlist; its relative addresses are resolved against `base`
 * @param rewrite gets the absolute address and whether it leads to another playlist
 * @throws {TypeError} when `text` is no playlist
 */
export function rewritePlaylist(
  text: string,
  base: string,
  rewrite: (url: string, playlist: boolean) => string,
): string {
  if (!text.trimStart().startsWith("#EXTM3U")) throw new TypeError("not an HLS playlist");
  let variantFollows = false;
  return text
    .split(/\r?\n/)
    .map((line) => {
      if (line.startsWith("#")) {
        variantFollows = line.startsWith("#EXT-X-STREAM-INF");
        const playlist = /^#EXT-X-(MEDIA|I-FRAME-STREAM-INF)/.test(line);
        return line.replace(uriAttribute, (_match, uri: string) => {
          return `URI="${rewriteOne(uri, base, playlist, rewrite)}"`;
        });
      }
      if (line.trim() === "") return line;
      const rewritten = rewriteOne(line.trim(), base, variantFollows, rewrite);
      variantFollows = false;
      return rewritten;
    })
    .join("\n");
}

function rewriteOne(
  uri: string,
  base: string,
  playlist: boolean,
  rewrite: (url: string, playlist: boolean) => string,
): string {
  const url = new URL(uri, base);
  // data: and skd: addresses carry keys, not places
  return /^https?:$/.test(url.protocol) ? rewrite(url.href, playlist) : uri;
}
