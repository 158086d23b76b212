import { createDecipheriv } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { LRUCache } from "lru-cache";
import { BufferSource, Input, type InputTrack, Logging, LogLevel, MP4 } from "mediabunny";
import { cacheControl } from "../../cache-times.ts";
import { BEGINNING_HEADER, type BeginningHead } from "../../contract/rules.ts";
import { webStream } from "../../http/web-stream.ts";
import type { Downloader } from "../../upstream-client/download.ts";
import { UpstreamFault } from "../../upstream-client/errors.ts";
import { readWholeBody } from "../../upstream-client/exchange.ts";
import { proxyMedia } from "../media-answer.ts";
import { playlistSeconds, targetSeconds } from "../playlists.ts";
import type { ShownPlaylists } from "../shown-playlists.ts";
import { type Piece, type Remuxed, remux } from "./remux.ts";
import { lowestVariant, type Part, type Segment, segmentsBetween } from "./segments.ts";

// its warnings about others' files would break the log's lines of JSON
Logging.level = LogLevel.Silent;

/** In seconds: long enough to load the player's script and the playlists. */
const LENGTH_SECONDS = 6;
const FRESH_MS = 10 * 60 * 1000;
/** Ticks per second of MPEG-TS's clock. */
const CLOCK = 90_000;
const [CACHE, MAX_CACHED, MAX_MAP, KEY_BYTES] = [32 * 1024 * 1024, 2 * 1024 * 1024, 256 * 1024, 16];

interface Place {
  url: string;
  /** In seconds. */
  from: number;
  /** In seconds: how much of the stream the viewer may see; null for all of it. */
  preview: number | null;
}

type Media = Pick<BeginningHead, "tracks" | "clock" | "soundFrom"> & Pick<Remuxed, "pieces">;

/**
 * The first seconds of a stream in its lowest quality: pieces of media, each preceded by its track's index (1 byte) and
 * length (3 bytes). 204 if there are none, because browsers would log an error status.
 */
export type Beginnings = (place: Place, request: Request) => Promise<Response>;

export function createBeginnings(options: {
  downloader: Downloader;
  playlistAt: ShownPlaylists["at"];
}): Beginnings {
  const { downloader, playlistAt } = options;
  const cache = new LRUCache<string, { head: BeginningHead; body: Uint8Array<ArrayBuffer> }>({
    maxSize: CACHE,
    sizeCalculation: ({ body }) => body.length,
    ttl: FRESH_MS,
  });

  async function* bytesOf(parts: readonly Part[], signal: AbortSignal): AsyncGenerator<Buffer> {
    const keys = new Map<string, Promise<Buffer>>();
    const keyAt = (address: string) => {
      const key = keys.get(address) ?? downloader.bytes(address, KEY_BYTES);
      keys.set(address, key);
      return key;
    };
    for (const part of parts) {
      const [{ body }, key] = await Promise.all([
        proxyMedia(downloader, part, new Request("http://site", { signal })),
        part.key && keyAt(part.key.url),
      ]);
      const bytes = Readable.fromWeb(body as WebStream);
      if (!part.key || !key) yield* bytes;
      else yield* pipeline(bytes, createDecipheriv("aes-128-cbc", key, part.key.iv), () => {});
    }
  }

  async function fromMpegTs(segments: readonly Segment[], start: number, signal: AbortSignal) {
    const remuxed = await remux(webStream(Readable.from(bytesOf(segments, signal))), start);
    if (!remuxed) return undefined;
    const { clockAtStart, ...media } = remuxed;
    const clock = { baseTime: Math.round(clockAtStart * CLOCK), timescale: CLOCK, trackId: 0 };
    return { ...media, clock };
  }

  async function fromMp4(
    segments: readonly Segment[],
    map: Part,
    codecs: string,
    signal: AbortSignal,
  ): Promise<Media | undefined> {
    // loads in parallel with the initialization; a failure shows when the segments are read
    const bytes = bytesOf(segments, signal);
    const first = bytes.next();
    first.catch(() => undefined);
    let media: Media | undefined;
    try {
      const initialization = await readWholeBody(bytesOf([map], signal), MAX_MAP, mapTooLarge);
      const film = await readFilm(initialization, codecs);
      media = film && { ...film, pieces: asPieces(initialization, first, bytes) };
      return media;
    } finally {
      if (!media) void bytes.return(undefined);
    }
  }

  return async ({ url, from, preview }, request) => {
    const none = new Response(null, { status: 204 });
    // a preview that has been watched restarts from 0 (`preview-gate.ts`)
    if (from > 0 && preview !== null && from >= preview - 1) return none;
    const key = `${url} ${from} ${preview}`;
    const cached = cache.get(key);
    if (cached) return answer(cached.head, cached.body);

    const lowest = await lowestPlaylist(playlistAt, url);
    if (!lowest) return none;
    const { variant, text: playlist, url: at } = lowest;
    // at least two segments, whose target duration is rounded: a slow line takes longer than one for the next
    const length = Math.max(LENGTH_SECONDS, targetSeconds(playlist) + 0.5);
    const until = Math.min(from + length, preview ?? Number.POSITIVE_INFINITY);
    const segments = segmentsBetween(playlist, at, from, until);
    const [first, last] = [segments.at(0), segments.at(-1)];
    if (!first || !last) return none;

    const { signal } = request;
    const media = await (first.map
      ? fromMp4(segments, first.map, variant.codecs, signal)
      : fromMpegTs(segments, first.start, signal));
    if (!media) return none;
    const { pieces, ...known } = media;
    const head: BeginningHead = {
      ...known,
      bandwidth: variant.bandwidth,
      full: playlistSeconds(playlist),
      start: first.start,
      end: last.end,
    };
    const body = frame(pieces, (whole) => cache.set(key, { head, body: whole }));
    return answer(head, webStream(Readable.from(body)));
  };
}

export async function lowestPlaylist(playlistAt: ShownPlaylists["at"], url: string) {
  const { text, url: base } = await playlistAt(url);
  const variant = lowestVariant(text, base);
  return variant && { variant, ...(await playlistAt(variant.url)) };
}

/**
 * Reads a film's initialization segment; undefined if it is unreadable, or has a codec that is unknown.
 * @param codecs as the playlist names them (RFC 6381); '' for the film's own
 */
async function readFilm(
  map: Buffer,
  codecs: string,
): Promise<Pick<BeginningHead, "tracks" | "clock"> | undefined> {
  const input = new Input({ formats: [MP4], source: new BufferSource(map) });
  try {
    const tracks = await input.getTracks();
    const pictures = tracks.filter((track) => track.isVideoTrack());
    const [main] = [...pictures, ...tracks];
    const own = await Promise.all(tracks.map(codecOf));
    if (!main || (!codecs && own.includes(null))) return undefined;
    const kind = pictures.length > 0 ? "video" : "audio";
    const name = pictures.length > 0 && pictures.length < tracks.length ? "audiovideo" : kind;
    const timescale = await main.getTimeResolution();
    return {
      tracks: { [name]: `${kind}/mp4; codecs="${codecs || own.join(",")}"` },
      clock: { baseTime: 0, timescale, trackId: main.id },
    };
  } catch {
    // the library has no error class for unreadable input
    return undefined;
  } finally {
    input.dispose();
  }
}

/** The library names HEVC `hev1` also where Safari knows it as `hvc1` only. */
async function codecOf(track: InputTrack): Promise<string | null> {
  const codec = await track.getCodecParameterString();
  const isHvc1 = (await track.getInternalCodecId()) === "hvc1";
  return codec && isHvc1 ? codec.replace("hev1", "hvc1") : codec;
}

const mapTooLarge = () =>
  new UpstreamFault(`stream: an initialization segment of more than ${MAX_MAP} bytes.`);

const answer = (head: BeginningHead, body: Uint8Array<ArrayBuffer> | ReadableStream) =>
  new Response(body, {
    headers: {
      "content-type": "application/octet-stream",
      "cache-control": cacheControl.beginning,
      [BEGINNING_HEADER]: JSON.stringify(head),
    },
  });

async function* asPieces(
  map: Buffer,
  first: Promise<IteratorResult<Buffer>>,
  segments: AsyncGenerator<Buffer>,
) {
  yield { track: 0, bytes: map };
  const { value } = await first;
  if (value) yield { track: 0, bytes: value };
  for await (const bytes of segments) yield { track: 0, bytes };
}

/** @param onWhole called with the whole body, unless it is too large to cache */
async function* frame(
  pieces: AsyncGenerator<Piece>,
  onWhole: (body: Uint8Array<ArrayBuffer>) => void,
) {
  const read: Buffer[] = [];
  let size = 0;
  for await (const { track, bytes } of pieces) {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(bytes.length);
    header.writeUInt8(track);
    for (const part of [header, bytes]) {
      size += part.length;
      if (size <= MAX_CACHED) read.push(part);
      yield part;
    }
  }
  if (size <= MAX_CACHED) onWhole(Buffer.concat(read));
}
