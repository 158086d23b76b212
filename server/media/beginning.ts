import { cacheControl } from "../cache-times.ts";
import { BANDWIDTH_HEADER, FULL_SECONDS_HEADER } from "../contract/rules.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { type ByteRange, mediaAnswer } from "./media-answer.ts";
import { playlistSeconds, previewPlaylist, rewritePlaylist } from "./playlists.ts";
import type { ShownPlaylists } from "./shown-playlists.ts";

interface Variant {
  url: string;
  /** In bits per second. */
  bandwidth: number;
  codecs: string;
}

/** A file, or a part of it. */
interface Part {
  url: string;
  bytes?: ByteRange | undefined;
}

/**
 * The variant with the lowest bandwidth of a multivariant playlist; undefined where sound and picture come apart, or
 * where it is not said how they are coded.
 *
 * @param base the playlist's own address
 */
export function lowestVariant(text: string, base: string): Variant | undefined {
  if (/^#EXT-X-MEDIA:(?=.*TYPE=AUDIO).*URI=/m.test(text)) return undefined;
  const variants = Array.from(
    text.matchAll(/^#EXT-X-STREAM-INF:(.*)\r?\n([^#\s].*)$/gm),
    ([, attributes = "", uri = ""]) => ({
      url: new URL(uri.trim(), base).href,
      bandwidth: Number(/(?:^|,)BANDWIDTH=(\d+)/.exec(attributes)?.[1]),
      codecs: /CODECS="([^"]+)"/.exec(attributes)?.[1] ?? "",
    }),
  ).sort((one, other) => one.bandwidth - other.bandwidth);
  const [lowest] = variants;
  return lowest?.bandwidth && lowest.codecs.includes(",") ? lowest : undefined;
}

/** The initialization and the first segment of a media playlist in fragmented MP4; undefined of any other. */
export function firstParts(text: string, base: string): Part[] | undefined {
  const isFragmented = text.includes("#EXT-X-MAP:") && text.includes("#EXT-X-ENDLIST");
  if (!isFragmented || /^#EXT-X-KEY:(?!METHOD=NONE)/m.test(text)) return undefined;
  const parts: Part[] = [];
  rewritePlaylist(previewPlaylist(text, base, Number.MIN_VALUE), base, (url, _leadsTo, bytes) => {
    parts.push({ url, bytes });
    return url;
  });
  const [map, segment] = parts;
  if (!map || !segment) return undefined;
  const isOne = map.url === segment.url && map.bytes?.end === segment.bytes?.start;
  if (isOne && map.bytes && segment.bytes) {
    return [{ url: map.url, bytes: { start: map.bytes.start, end: segment.bytes.end } }];
  }
  return [map, segment];
}

/**
 * The first seconds of a stream as one piece of media, which a browser can show before playlists and player are there:
 * what everybody may see, in the lowest quality. Its headers say how long the stream that follows is, and which variant
 * of the playlist it is. 204 for a stream of which there is no such piece, which whoever asks cannot know: an error would
 * stand in the browser's console.
 *
 * @param url the stream's multivariant playlist
 */
export async function beginningAnswer(
  url: string,
  request: Request,
  options: {
    downloader: Downloader;
    playlistAt: ShownPlaylists["at"];
    isOwn: (url: string) => boolean;
  },
): Promise<Response> {
  const none = new Response(null, { status: 204 });
  const { text: variants, url: base } = await options.playlistAt(url);
  const variant = lowestVariant(variants, base);
  if (!variant) return none;
  const { text, url: at } = await options.playlistAt(variant.url + new URL(base).hash);
  const parts = firstParts(text, at);
  // of other origins media are fetched straight from there
  if (!parts?.every((part) => options.isOwn(part.url))) return none;

  const plain = new Request(request.url, { signal: request.signal });
  const answers = await Promise.all(
    parts.map((part) => mediaAnswer(options.downloader, part, plain)),
  );
  return new Response(joined(answers), {
    headers: {
      "content-type": `video/mp4; codecs="${variant.codecs.replaceAll('"', "")}"`,
      "cache-control": cacheControl.beginning,
      [BANDWIDTH_HEADER]: String(variant.bandwidth),
      [FULL_SECONDS_HEADER]: String(playlistSeconds(text)),
    },
  });
}

/** The bodies one after the other. */
function joined(answers: Response[]): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const copy = async () => {
    for (const [index, { body }] of answers.entries()) {
      await body?.pipeTo(writable, { preventClose: index < answers.length - 1 });
    }
  };
  copy().catch(() => {
    for (const { body } of answers) if (body && !body.locked) void body.cancel();
  });
  return readable;
}
