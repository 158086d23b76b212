import { setImmediate as yieldToOthers } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { cacheControl, documents } from "../cache-times.ts";
import { FULL_SECONDS_HEADER } from "../contract/rules.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { isDisguised, mayBeDisguised } from "./media-answer.ts";
import {
  playlistSeconds,
  previewPlaylist,
  requirePlaylist,
  rewrittenLines,
  type TargetKind,
  withEndTag,
  withoutByteRanges,
  withVariables,
} from "./playlists.ts";
import type { Holder, Ticket, Tickets } from "./tickets.ts";

/** In characters: larger playlists are rewritten one at a time. */
const LARGE = 512 * 1024;
/** Number of lines rewritten before yielding: sealing ten thousand addresses takes a fifth of a second. */
const LINES_AT_ONCE = 500;
const CACHED_PLAYLISTS = 8 * 1024 * 1024;
/** The addresses in a complete playlist may expire; a live playlist changes with each segment. */
const FRESH_MS = { whole: 15_000, live: 1_000 };

interface Playlist {
  text: string;
  /** Base of relative addresses; its fragment holds variables for the playlists it references. */
  url: string;
  /** Images are prepended to its segments; browsers cannot strip them. */
  isDisguised: boolean;
}

type Shown = Pick<Ticket, "kind" | "url" | "until" | "grant" | "forReceiver">;

export type ShownPlaylists = ReturnType<typeof createShownPlaylists>;

export function createShownPlaylists(options: {
  downloader: Downloader;
  tickets: Tickets;
  isOwn: (url: string) => boolean;
  now: () => number;
}) {
  const { downloader, tickets, isOwn, now } = options;
  const playlists = new LRUCache<string, Playlist>({
    maxSize: CACHED_PLAYLISTS,
    sizeCalculation: ({ text }, url) => text.length + url.length,
    async fetchMethod(requested, _stale, { options: entry }) {
      const found = await downloader.text(requested);
      requirePlaylist(found.text);
      const url = new URL(found.url);
      url.hash = new URL(requested).hash;
      const { text, values } = withVariables(withEndTag(found.text, found.unchangedMs), url.href);
      url.hash = values;
      entry.ttl = changesSeldom(text) ? FRESH_MS.whole : FRESH_MS.live;
      return { text, url: url.href, isDisguised: await hasDisguises(text, url.href) };
    },
  });
  /** @throws {UpstreamFault}, or TypeError if it is not a playlist */
  const at = async (url: string): Promise<Playlist> =>
    (await playlists.fetch(url)) ?? { text: "", url, isDisguised: false };
  const shared = new LRUCache<string, string>({
    maxSize: CACHED_PLAYLISTS,
    sizeCalculation: (text, key) => text.length + key.length,
    ttl: FRESH_MS.whole,
  });

  async function hasDisguises(text: string, base: string): Promise<boolean> {
    const first = /^[^#\s].*$/m.exec(text)?.[0].trim();
    if (!first || !text.includes("#EXTINF:") || !URL.canParse(first, base)) return false;
    const url = new URL(first, base).href;
    return !isOwn(url) && mayBeDisguised(url) && isDisguised(downloader, url).catch(() => false);
  }

  const oneAtATime = pLimit(1);
  const write = (playlist: Playlist, shown: Shown, device?: string) =>
    playlist.text.length > LARGE
      ? oneAtATime(() => writeNow(playlist, shown, device))
      : writeNow(playlist, shown, device);
  async function writeNow(
    { text, url: base, isDisguised }: Playlist,
    { kind, until, grant, forReceiver }: Shown,
    device?: string,
  ): Promise<string> {
    const { preview } = grant;
    const { hash } = new URL(base);
    const shown = preview === null ? text : previewPlaylist(text, base, preview);
    const lines = rewrittenLines(shown, base, (named, leadsTo, part) => {
      const common = { url: named, until, grant, forReceiver };
      if (leadsTo === "playlist" || leadsTo === "subtitles")
        return tickets.path({ kind: leadsTo, ...common, url: named + hash }, device);
      const isText = kind === "subtitles" && (isOwn(named) || preview !== null);
      if (isText) return tickets.path({ kind: "text", ...common }, device);
      // otherwise a preview could read past its range in a file on another server
      const bytes = preview === null ? undefined : part;
      return isOwn(named) || bytes || (isDisguised && leadsTo === "media")
        ? tickets.path(
            { kind: "media", ...common, bytes },
            device,
            mediaEnding(named, leadsTo, text),
          )
        : named;
    });
    const written: string[] = [];
    for (const line of lines) {
      if (written.push(line) % LINES_AT_ONCE === 0) await yieldToOthers();
    }
    return preview === null ? written.join("\n") : withoutByteRanges(written.join("\n"));
  }

  async function writeShared(playlist: Playlist, shown: Shown): Promise<string> {
    if (!changesSeldom(playlist.text)) return write(playlist, shown);
    const { kind, until, grant, forReceiver = false, url } = shown;
    const key = `${kind} ${until} ${grant.preview} ${forReceiver} ${url}`;
    const written = shared.get(key) ?? (await write(playlist, shown));
    shared.set(key, written, { noUpdateTTL: true });
    return written;
  }

  return {
    at,
    /** Drops cached playlists, because their addresses may have expired. */
    forget() {
      playlists.clear();
      shared.clear();
    },
    /** Other visitors may get only an answer without Cache-Control. Reads `device` only if the grant names a member. */
    async answer(shown: Shown, holder: Pick<Holder, "device">) {
      const playlist = await at(shown.url);
      const { text } = playlist;
      const { preview, member } = shown.grant;
      const written = await (member === undefined
        ? writeShared(playlist, shown)
        : write(playlist, shown, holder.device));
      const isShareable =
        preview !== null && changesSeldom(text) && shown.until - now() > documents.expired.playlist;
      return new Response(written, {
        headers: {
          "content-type": "application/vnd.apple.mpegurl",
          ...(member === undefined && { "access-control-allow-origin": "*" }),
          ...(!isShareable && { "cache-control": cacheControl.personal }),
          // the player of a preview shows the episode's full length
          ...(preview !== null && { [FULL_SECONDS_HEADER]: String(playlistSeconds(text)) }),
        },
      });
    },
  };
}

const changesSeldom = (text: string) =>
  text.includes("#EXT-X-ENDLIST") || !text.includes("#EXTINF:");

/** Players based on libavformat require a known extension that fits the segment's content. */
function mediaEnding(url: string, leadsTo: TargetKind, text: string): string {
  if (leadsTo === "key") return ".key";
  const { pathname } = new URL(url);
  const [own] =
    /\.(m4s|mp4|m4v|m4a|cmfv|cmfa|ts|aac|ac3|ec3|mp3|vtt|webvtt)$/i.exec(pathname) ?? [];
  return own?.toLowerCase() ?? (text.includes("#EXT-X-MAP:") ? ".m4s" : ".ts");
}
