import type { EpisodeRef } from "../contract/index.ts";
import { FULL_SECONDS_HEADER } from "../contract/rules.ts";
import type { Access, Grant } from "../domain/access.ts";
import type { Sealer } from "../seal.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";
import { mediaAnswer } from "./media-answer.ts";
import { playlistSeconds, previewPlaylist, rewritePlaylist } from "./playlists.ts";

import { createTickets, type Holder, type Ticket } from "./tickets.ts";

const TICKET_LIFE_MS = 6 * 60 * 60 * 1000;
const PLAYLIST_LIMIT = 2 * 1024 * 1024;

/** Who is watching. */
export interface Viewer extends Holder {
  grantFor: Access["grantFor"];
}

/** An episode, and where the upstream keeps it. */
interface Stream extends EpisodeRef {
  url: string;
}

/**
 * Streams behind sealed tickets, which are bound to the visitor they were made for and expire after six hours.
 * Files on the upstream's own origins come through this site, so that those stay unknown and may be private;
 * segments on other origins are fetched straight from there.
 *
 * How much of an episode its viewer may see is decided whenever its own address is asked for, and holds for all
 * that this playlist leads to: whoever has bought the episode meanwhile asks for the same address again.
 */
export interface Streams {
  /** The path from which the viewer can play the stream. */
  address(stream: Stream): string;
  /**
   * A playlist or a piece of media; 403 for a ticket that is not valid for the viewer, 503 while it is not known
   * how much the viewer may see, 404 for media that is gone, 502 for media that cannot be had now.
   */
  answer(sealed: string, request: Request): Promise<Response>;
}

/** Called with why a stream could not be had, and with the status that the player got. */
type FailureObserver = (error: unknown, status: number) => void;

/** @param options.now in milliseconds since 1970 */
export function createStreams(options: {
  sealer: Sealer;
  downloader: Downloader;
  origins: Pick<UpstreamOrigins, "isOwn" | "resolve" | "shorten">;
  now?: () => number;
}): (viewer: Viewer, onFailed?: FailureObserver) => Streams {
  const { downloader, now = Date.now } = options;
  const tickets = createTickets(options.sealer, options.origins, now);

  const playlistAt = async (url: string) =>
    (await downloader.bytes(url, PLAYLIST_LIMIT)).toString("utf8");

  function playlistAnswer(
    text: string,
    { url, until }: Ticket,
    grant: Grant,
    viewer: Viewer,
  ): Response {
    const { preview } = grant;
    const shown = preview === null ? text : previewPlaylist(text, url, preview);
    const rewritten = rewritePlaylist(shown, url, (named, playlist, part) => {
      const common = { url: named, until, grant };
      if (playlist) return tickets.path({ kind: "playlist", ...common }, viewer);
      // elsewhere a preview could read on in a file that later segments share
      const bytes = preview === null ? undefined : part;
      const own = options.origins.isOwn(named);
      return own || bytes ? tickets.path({ kind: "media", ...common, bytes }, viewer) : named;
    });
    return new Response(rewritten, {
      headers: {
        "content-type": "application/vnd.apple.mpegurl",
        // a preview ends early, and its viewer is told how long the episode is
        ...(preview !== null && { [FULL_SECONDS_HEADER]: String(playlistSeconds(text)) }),
      },
    });
  }

  async function entryAnswer(
    ticket: Ticket & EpisodeRef,
    viewer: Viewer,
    onFailed: FailureObserver,
  ): Promise<Response> {
    const { url, video, episode } = ticket;
    const playlist = playlistAt(url);
    // looked at below, unless there is nothing to grant
    playlist.catch(() => undefined);
    const grant = await viewer.grantFor({ video, episode }).catch((error: unknown) => {
      onFailed(error, 503);
      return undefined;
    });
    return grant ? playlistAnswer(await playlist, ticket, grant, viewer) : refusal(503);
  }

  return (viewer, onFailed = () => undefined) => ({
    address({ url, video, episode }) {
      const common = { url: options.origins.resolve(url), until: now() + TICKET_LIFE_MS };
      const playlist = new URL(common.url).pathname.toLowerCase().endsWith(".m3u8");
      return tickets.path(
        playlist ? { kind: "entry", ...common, video, episode } : { kind: "file", ...common },
        viewer,
      );
    },
    async answer(sealed, request) {
      const ticket = tickets.open(sealed, viewer);
      if (!ticket) return refusal(403);
      try {
        if (ticket.kind === "entry") return await entryAnswer(ticket, viewer, onFailed);
        if (ticket.kind === "media" || ticket.kind === "file")
          return await mediaAnswer(downloader, ticket, request);
        return playlistAnswer(await playlistAt(ticket.url), ticket, ticket.grant, viewer);
      } catch (error) {
        const status = isGone(error) ? 404 : 502;
        // nobody misses what is no longer wanted
        if (!request.signal.aborted) onFailed(error, status);
        return refusal(status);
      }
    },
  });
}

/** Players that know that nothing will come look elsewhere at once. */
const isGone = (error: unknown) =>
  error instanceof UpstreamFault && (error.status === 404 || error.status === 410);

const refusal = (status: 403 | 404 | 502 | 503) => new Response(null, { status });
