import type { EpisodeRef } from "../contract/index.ts";
import type { Sealer } from "../secrets/seal.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";
import { createBeginnings, lowestPlaylist } from "./beginning/beginning.ts";
import { isPlaylistAt, mediaAnswer } from "./media-answer.ts";
import { createFilePreviews } from "./mp4/file-preview.ts";
import type { OpenStreams, Reader } from "./open-streams.ts";
import { createShownPlaylists } from "./shown-playlists.ts";
import { subtitlesAnswer } from "./subtitles.ts";
import { createTickets, type Grant, type Holder, isBound, type Ticket } from "./tickets.ts";

const HOUR = 60 * 60 * 1000;
const TICKET_LIFE_MS = 6 * HOUR;

/** An episode, by zero-based positions in the video's list of sources and in the source's episodes. */
export interface StreamPlace {
  video: string;
  source: number;
  episode: number;
}

/** An episode with its stream's address at the upstream. */
interface Stream extends EpisodeRef {
  url: string;
}

/** Who is watching. */
export interface Viewer extends Holder, Reader {
  /** @throws when it is unknown */
  grantFor(episode: EpisodeRef): Promise<Grant>;
  commonGrant(): Promise<Grant>;
  /** Undefined if there is no such episode. */
  streamAt(place: StreamPlace): Promise<Stream | undefined>;
}

/**
 * An episode has one address for all viewers. Each request for it decides how much its viewer may see; sealed tickets
 * apply that to everything the playlist names, and expire after six hours. After a purchase the player requests the same
 * address again. Unregistered visitors may get a preview from the page cache.
 * Files on the upstream's own origins are proxied, so that these stay secret and may be private; browsers fetch segments
 * on other origins directly.
 */
export interface Streams {
  /** The episode's path, the same for all viewers. */
  address(place: StreamPlace, url: string): string;
  /** Prefetches the playlists that a player of this episode will need while its page is sent. */
  readAhead(url: string): void;
  /**
   * The episode's playlist cut to what the viewer may see, or a redirect to its file; 404 for a missing episode, 503 while
   * its address or the viewer's access is unknown, otherwise as `answer`.
   */
  play(place: StreamPlace, request: Request): Promise<Response>;
  /**
   * A few seconds of media from the second `from` on (`beginning.ts`), the same for all viewers if that is 0; 204 if there
   * are none, 404 for a missing episode.
   */
  beginning(place: StreamPlace & { from: number }, request: Request): Promise<Response>;
  /**
   * A path for receivers that send no cookie (AirPlay, cast, download managers): for six hours it gives anybody the
   * viewer's present access. Undefined for a missing episode and for a plain file.
   * @throws as `Access.grantFor`
   */
  receiverAddress(place: StreamPlace): Promise<string | undefined>;
  /**
   * A playlist, a file or a segment; 403 for a ticket that is not valid for the viewer, a file that cannot be cut to a
   * preview or a refusal by the origin, 404 for media that is gone, 502 for any other failure.
   */
  answer(sealed: string, request: Request): Promise<Response>;
}

/** Called with the reason why a stream failed, and the status sent to the player. */
type FailureObserver = (error: unknown, status: number) => void;

/** @param options.now in milliseconds since 1970 */
export function createStreams(options: {
  sealer: Sealer;
  downloader: Downloader;
  openStreams: OpenStreams;
  origins: Pick<UpstreamOrigins, "isOwn" | "resolve" | "shorten">;
  now?: () => number;
}): (viewer: Viewer, onFailed?: FailureObserver) => Streams {
  const { downloader, openStreams, origins, now = Date.now } = options;
  const tickets = createTickets(options.sealer, origins, now);
  const filePreviews = createFilePreviews(downloader);

  const playlists = createShownPlaylists({ downloader, tickets, isOwn: origins.isOwn, now });
  const beginnings = createBeginnings({ downloader, playlistAt: playlists.at });

  /** A default grant expires at a full hour, so that its playlists stay the same for an hour. */
  const expiryOf = ({ member }: Grant) =>
    member === undefined
      ? Math.ceil((now() + TICKET_LIFE_MS) / HOUR) * HOUR
      : now() + TICKET_LIFE_MS;

  return (viewer, onFailed = () => undefined) => {
    const failed = (error: unknown, request: Request) => {
      const status = refusalFor(error);
      if (status === 403) playlists.forget();
      // a cancelled request is not a failure
      if (!request.signal.aborted) onFailed(error, status);
      return refusal(status);
    };
    const fileAnswer = async ({ url, grant }: Ticket, request: Request) => {
      if (grant.preview === null) return mediaAnswer(downloader, { url }, request);
      const answer = await filePreviews({ url, preview: grant.preview }, request);
      if (answer) return answer;
      onFailed(new UpstreamFault("stream: no preview can be cut of this file: offer HLS."), 403);
      return refusal(403);
    };
    const answerTo = async (ticket: Ticket, request: Request) => {
      const { kind, url, grant } = ticket;
      if (kind === "playlist" || kind === "subtitles") return playlists.answer(ticket, viewer);
      if (kind === "text") return subtitlesAnswer(downloader, url, grant.preview);
      return openStreams.open(viewer, request, (same) =>
        kind === "file" ? fileAnswer(ticket, same) : mediaAnswer(downloader, ticket, same),
      );
    };
    return {
      address: ({ video, source, episode }, url) =>
        `/stream/${video}/${source}/${episode}/${isPlaylist(origins.resolve(url)) ? "index.m3u8" : "media"}`,
      readAhead(at) {
        const url = origins.resolve(at);
        // a failure shows at playback
        if (isPlaylist(url)) lowestPlaylist(playlists.at, url).catch(() => undefined);
      },
      async play(place, request) {
        const unknown = (error: unknown) => {
          onFailed(error, 503);
          return refusal(503);
        };
        const stream = await viewer.streamAt(place).catch(unknown);
        if (!stream) return refusal(404);
        if (stream instanceof Response) return stream;
        try {
          const url = origins.resolve(stream.url);
          // loads in parallel with the grant; a failure shows below
          if (isPlaylist(url)) playlists.at(url).catch(() => undefined);
          const grant = await viewer.grantFor(stream).catch(unknown);
          if (grant instanceof Response) return grant;
          const until = expiryOf(grant);
          if (isPlaylist(url) || (mayBePlaylist(url) && (await isPlaylistAt(downloader, url)))) {
            return await playlists.answer({ kind: "playlist", url, until, grant }, viewer);
          }
          const device = grant.member === undefined ? undefined : viewer.device;
          return redirect(tickets.path({ kind: "file", url, until, grant }, device));
        } catch (error) {
          return failed(error, request);
        }
      },
      async beginning({ from, ...place }, request) {
        try {
          const stream = await viewer.streamAt(place);
          const url = stream && origins.resolve(stream.url);
          if (!url) return refusal(404);
          if (!isPlaylist(url)) return new Response(null, { status: 204 });
          const { preview } = await (from > 0 ? viewer.grantFor(stream) : viewer.commonGrant());
          return await openStreams.open(viewer, request, (same) =>
            beginnings({ url, from, preview }, same),
          );
        } catch (error) {
          return failed(error, request);
        }
      },
      async receiverAddress(place) {
        const stream = await viewer.streamAt(place);
        const url = stream && origins.resolve(stream.url);
        if (!url || !isPlaylist(url)) return undefined;
        const { preview } = await viewer.grantFor(stream);
        const until = now() + TICKET_LIFE_MS;
        const ticket = { kind: "playlist", url, until, grant: { preview } } as const;
        return tickets.path({ ...ticket, forReceiver: true }, undefined);
      },
      async answer(sealed, request) {
        const ticket = tickets.open(sealed, viewer);
        if (!ticket) return refusal(403);
        try {
          const answer = await answerTo(ticket, request);
          // a Chromecast's own player asks as a page of another site does
          if (!isBound(sealed)) answer.headers.set("access-control-allow-origin", "*");
          return answer;
        } catch (error) {
          return failed(error, request);
        }
      },
    };
  };
}

/** By its address alone, also by a script's query: `/play.php?file=1.m3u8`, `/m3u8/1`. */
export function isPlaylist(url: string): boolean {
  const { pathname, search } = new URL(url);
  return !isFile.test(pathname) && /\bm3u8?\b|mpegurl/i.test(pathname + search);
}

const isFile = /\.(mp4|m4v|mov|webm|mkv|mp3|m4a|ts)$/i;
/** Only the response can tell; anything but a playlist is played natively. */
const mayBePlaylist = (url: string) => !isFile.test(new URL(url).pathname);

/** At 404 players switch to another source at once; at 403 they reload the playlist, as its addresses have expired. */
function refusalFor(error: unknown) {
  const status = error instanceof UpstreamFault ? error.status : undefined;
  if (status === 404 || status === 410) return 404;
  return status === 401 || status === 403 ? 403 : 502;
}

/**
 * A preview and the whole file have separate addresses: browsers reuse the bytes they have of an address, whatever its
 * headers say, and request further ranges without a new access check.
 */
const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

const refusal = (status: 403 | 404 | 502 | 503) => new Response(null, { status });
