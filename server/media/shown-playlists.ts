import { LRUCache } from "lru-cache";
import { cacheControl, documents } from "../cache-times.ts";
import { FULL_SECONDS_HEADER } from "../contract/rules.ts";
import type { Downloader } from "../upstream-client/download.ts";
import {
  mediaEnding,
  playlistSeconds,
  previewPlaylist,
  requirePlaylist,
  rewritePlaylist,
  withoutByteRanges,
} from "./playlists.ts";
import type { Holder, Ticket, Tickets } from "./tickets.ts";

const PLAYLIST_LIMIT = 2 * 1024 * 1024;
/** In bytes, of the upstream's playlists and of what was made of them. */
const CACHED_PLAYLISTS = 8 * 1024 * 1024;
/** In milliseconds: playlists that have an end, or only name others, change seldom; a live one with each segment. */
const FRESH_MS = { whole: 60_000, live: 1_000 };

/** What a viewer was granted of a playlist, and until when. */
type Shown = Pick<Ticket, "kind" | "url" | "until" | "grant" | "forReceiver">;

/** Playlists as viewers are shown them: as far as they may see, with tickets in the place of addresses. */
export interface ShownPlaylists {
  /** The playlist as its origin has it. Throws UpstreamFault, and TypeError where it is none. */
  textAt(url: string): Promise<string>;
  /**
   * What was granted of it. Only an answer without a Cache-Control header may be given to others for a while
   * (`page-cache/`): a preview that does not change from moment to moment, whose addresses live longer than that.
   *
   * @param holder asked for the device only where the grant names a member
   */
  answer(shown: Shown, holder: Pick<Holder, "device">): Promise<Response>;
  /** The addresses in those that were read may have expired: they are asked for again. */
  forget(): void;
}

/** @param options.now in milliseconds since 1970 */
export function createShownPlaylists(options: {
  downloader: Downloader;
  tickets: Tickets;
  isOwn: (url: string) => boolean;
  now: () => number;
}): ShownPlaylists {
  const { downloader, tickets, isOwn, now } = options;
  const playlists = new LRUCache<string, string>({
    maxSize: CACHED_PLAYLISTS,
    sizeCalculation: (text, url) => text.length + url.length,
    async fetchMethod(url, _stale, { options: entry }) {
      const text = (await downloader.bytes(url, PLAYLIST_LIMIT)).toString("utf8");
      requirePlaylist(text);
      entry.ttl = changesSeldom(text) ? FRESH_MS.whole : FRESH_MS.live;
      return text;
    },
  });
  const textAt = async (url: string) => (await playlists.fetch(url)) ?? "";
  /** What everybody is shown of a playlist; its tickets are the same for an hour. */
  const shared = new LRUCache<string, string>({
    maxSize: CACHED_PLAYLISTS,
    sizeCalculation: (text, key) => text.length + key.length,
    ttl: FRESH_MS.whole,
  });

  /** @param device undefined where whoever holds the tickets may use them */
  function write(
    text: string,
    { kind, url, until, grant, forReceiver }: Shown,
    device?: string,
  ): string {
    const { preview } = grant;
    const shown = preview === null ? text : previewPlaylist(text, url, preview);
    const written = rewritePlaylist(shown, url, (named, leadsTo, part) => {
      const common = { url: named, until, grant, forReceiver };
      if (leadsTo === "playlist" || leadsTo === "subtitles")
        return tickets.path({ kind: leadsTo, ...common }, device);
      // of a preview it is cut here (`subtitles.ts`)
      const isText = kind === "subtitles" && (isOwn(named) || preview !== null);
      if (isText) return tickets.path({ kind: "text", ...common }, device);
      // elsewhere a preview could read on in a file that later segments share
      const bytes = preview === null ? undefined : part;
      return isOwn(named) || bytes
        ? tickets.path(
            { kind: "media", ...common, bytes },
            device,
            mediaEnding(named, leadsTo, text),
          )
        : named;
    });
    return preview === null ? written : withoutByteRanges(written);
  }

  function writeShared(text: string, shown: Shown): string {
    if (!changesSeldom(text)) return write(text, shown);
    const { kind, until, grant, forReceiver = false, url } = shown;
    const key = `${kind} ${until} ${grant.preview} ${forReceiver} ${url}`;
    const written = shared.get(key) ?? write(text, shown);
    shared.set(key, written, { noUpdateTTL: true });
    return written;
  }

  return {
    textAt,
    forget() {
      playlists.clear();
      shared.clear();
    },
    async answer(shown, holder) {
      const text = await textAt(shown.url);
      const { preview, member } = shown.grant;
      const written =
        member === undefined ? writeShared(text, shown) : write(text, shown, holder.device);
      const isForOthers =
        preview !== null && changesSeldom(text) && shown.until - now() > documents.expired.playlist;
      return new Response(written, {
        headers: {
          "content-type": "application/vnd.apple.mpegurl",
          // a Chromecast's own player asks as a page of another site does
          ...(member === undefined && { "access-control-allow-origin": "*" }),
          ...(!isForOthers && { "cache-control": cacheControl.personal }),
          // a preview ends early, and its viewer is told how long the episode is
          ...(preview !== null && { [FULL_SECONDS_HEADER]: String(playlistSeconds(text)) }),
        },
      });
    },
  };
}

/** A live playlist has segments and no end yet. */
const changesSeldom = (text: string) =>
  text.includes("#EXT-X-ENDLIST") || !text.includes("#EXTINF:");
