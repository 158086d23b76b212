/**
 * Repeats a clip within one VOD playlist, so that a minute of bytes plays as a long film.
 *
 * Each repetition starts with `#EXT-X-DISCONTINUITY`, because its clock starts again, and with
 * the clip's `#EXT-X-MAP`, which some players forget at a discontinuity.
 *
 * @param source text of a variant's `index.m3u8`
 * @param loops how many times the clip plays, at least once
 */
export function repeatedPlaylist(source: string, loops: number): string {
  const lines = source.split(/\r?\n/).filter((line) => line !== "");
  const first = lines.findIndex((line) => isSegmentTag(line));
  if (lines[0] !== "#EXTM3U" || first < 0) throw new Error("loopedPlaylist: not a media playlist");
  const end = lines.indexOf("#EXT-X-ENDLIST");
  const head = lines.slice(0, first);
  const clip = lines.slice(first, end < 0 ? undefined : end);
  const map = clip.find((line) => line.startsWith("#EXT-X-MAP:"));
  // A map that follows the first segment's tags would come twice in each repetition.
  const segments = clip.filter((line) => line !== map);

  const repetition = map ? [map, ...segments] : segments;
  const count = Math.max(1, Math.floor(loops));
  const body = Array.from({ length: count }, (_, loop) =>
    loop === 0 ? repetition : ["#EXT-X-DISCONTINUITY", ...repetition],
  );
  return `${[...head, ...body.flat(), "#EXT-X-ENDLIST"].join("\n")}\n`;
}

/** Leads all segments but the first `whole` of a media playlist to files that do not exist. */
export function truncatedPlaylist(playlist: string, whole: number): string {
  let segments = 0;
  return playlist.replace(/^(?!#)\S+$/gm, (file) => {
    segments += 1;
    return segments > whole ? file.replace(/[^/]+$/, "missing.mp4") : file;
  });
}

function isSegmentTag(line: string): boolean {
  return line.startsWith("#EXT-X-MAP:") || line.startsWith("#EXTINF:") || !line.startsWith("#");
}
