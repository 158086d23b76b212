import type { EpisodeRef } from "../contract/index.ts";
import type { Sealer } from "../secrets/seal.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";
import { createBeginnings, lowestPlaylist } from "./beginning/beginning.ts";
import { isPlaylistAt, proxyMedia } from "./media-answer.ts";
import { createFilePreviews } from "./mp4/file-preview.ts";
import type { OpenStreams, Reader } from "./open-streams.ts";
import { createShownPlaylists } from "./shown-playlists.ts";
import { answerSubtitles } from "./subtitles.ts";
import { createTickets, type Grant, type Holder, isBound, type Ticket } from "./tickets.ts";

const HOUR = 60 * 60 * 1000;
const TICKET_LIFE_MS = 6 * HOUR;

/** Zero-based positions in the video's list of sources and in the source's episodes. */
export interface StreamPlace {
  video: string;
  source: number;
  episode: number;
}

interface Stream extends EpisodeRef {
  url: string;
}

export interface Viewer extends Holder, Reader {
  /** @throws if the viewer's access is unknown */
  grantFor(episode: EpisodeRef): Promise<Grant>;
  commonGrant(): Promise<Grant>;
  streamAt(place: StreamPlace): Promise<Stream | undefined>;
}

type FailureObserver = (error: unknown, status: number) => void;

/**
 * An episode has one address, and each request for it decides how much its viewer may see. Sealed tickets, valid for
 * six hours, apply that to what the playlist names. The upstream's own origins stay secret: their files are proxied,
 * whereas browsers fetch those of other origins directly.
 */
export function createStreams(options: {
  sealer: Sealer;
  downloader: Downloader;
  openStreams: OpenStreams;
  origins: Pick<UpstreamOrigins, "isOwn" | "resolve" | "shorten">;
  now?: () => number;
}) {
  const { downloader, openStreams, origins, now = Date.now } = options;
  const tickets = createTickets(options.sealer, origins, now);
  const filePreviews = createFilePreviews(downloader);

  const playlists = createShownPlaylists({ downloader, tickets, isOwn: origins.isOwn, now });
  const beginnings = createBeginnings({ downloader, playlistAt: playlists.at });

  /** Grants to everybody expire at a full hour, so that playlists stay the same for an hour. */
  const expiryOf = ({ member }: Grant) =>
    member === undefined
      ? Math.ceil((now() + TICKET_LIFE_MS) / HOUR) * HOUR
      : now() + TICKET_LIFE_MS;

  return (viewer: Viewer, onFailed: FailureObserver = () => undefined) => {
    const answerFailure = (error: unknown, request: Request) => {
      const status = statusFor(error);
      if (status === 403) playlists.forget();
      if (!request.signal.aborted) onFailed(error, status);
      return refusal(status);
    };
    const fileAnswer = async ({ url, grant }: Ticket, request: Request) => {
      if (grant.preview === null) return proxyMedia(downloader, { url }, request);
      const answer = await filePreviews({ url, preview: grant.preview }, request);
      if (answer) return answer;
      onFailed(new UpstreamFault("stream: this file cannot be cut to a preview: offer HLS."), 403);
      return refusal(403);
    };
    const answerTo = async (ticket: Ticket, request: Request) => {
      const { kind, url, grant } = ticket;
      if (kind === "playlist" || kind === "subtitles") return playlists.answer(ticket, viewer);
      if (kind === "text") return answerSubtitles(downloader, url, grant.preview);
      return openStreams.open(viewer, request, (same) =>
        kind === "file" ? fileAnswer(ticket, same) : proxyMedia(downloader, ticket, same),
      );
    };
    return {
      address: ({ video, source, episode }: StreamPlace, url: string) =>
        `/stream/${video}/${source}/${episode}/${isPlaylist(origins.resolve(url)) ? "index.m3u8" : "media"}`,
      readAhead(at: string) {
        const url = origins.resolve(at);
        if (isPlaylist(url)) lowestPlaylist(playlists.at, url).catch(() => undefined);
      },
      /** 404 for a missing episode, 503 while its address or the viewer's access is unknown; otherwise as `answer`. */
      async play(place: StreamPlace, request: Request): Promise<Response> {
        const unknown = (error: unknown) => {
          onFailed(error, 503);
          return refusal(503);
        };
        const stream = await viewer.streamAt(place).catch(unknown);
        if (!stream) return refusal(404);
        if (stream instanceof Response) return stream;
        try {
          const url = origins.resolve(stream.url);
          // loads in parallel with the grant; its failure shows below
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
          return answerFailure(error, request);
        }
      },
      /** Media from second `from` on (the same for all viewers if 0); 204 if there is none, 404 for a missing episode. */
      async beginning({ from, ...place }: StreamPlace & { from: number }, request: Request) {
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
          return answerFailure(error, request);
        }
      },
      /** For receivers that send no cookies; undefined for a missing episode or a plain file. @throws as `grantFor` */
      async receiverAddress(place: StreamPlace) {
        const stream = await viewer.streamAt(place);
        const url = stream && origins.resolve(stream.url);
        if (!url || !isPlaylist(url)) return undefined;
        const { preview } = await viewer.grantFor(stream);
        const until = now() + TICKET_LIFE_MS;
        const ticket = { kind: "playlist", url, until, grant: { preview } } as const;
        return tickets.path({ ...ticket, forReceiver: true }, undefined);
      },
      /**
       * Failures: 403 for an invalid ticket, a file that cannot be cut or a refusal; 404 for a missing file; 504 if the media
       * host is late; else 502.
       */
      async answer(sealed: string, request: Request) {
        const ticket = tickets.open(sealed, viewer);
        if (!ticket) return refusal(403);
        try {
          const answer = await answerTo(ticket, request);
          // a cast receiver's page is on another origin
          if (!isBound(sealed)) answer.headers.set("access-control-allow-origin", "*");
          return answer;
        } catch (error) {
          return answerFailure(error, request);
        }
      },
    };
  };
}

/** Judges by the path and the query: `/play.php?file=1.m3u8`, `/m3u8/1`. */
export function isPlaylist(url: string): boolean {
  const { pathname, search } = new URL(url);
  return !isFile.test(pathname) && /\bm3u8?\b|mpegurl/i.test(pathname + search);
}

const isFile = /\.(mp4|m4v|mov|webm|mkv|mp3|m4a|ts)$/i;
/** Whether only the response can tell; anything but a playlist is played natively. */
const mayBePlaylist = (url: string) => !isFile.test(new URL(url).pathname);

/** On 404, players switch to another source; on 403, they reload the playlist, as its addresses have expired. */
function statusFor(error: unknown) {
  const { kind, status } = error instanceof UpstreamFault ? error : {};
  if (kind === "timeout") return 504;
  if (status === 404 || status === 410) return 404;
  return status === 401 || status === 403 ? 403 : 502;
}

/** Preview and whole file have different addresses: browsers reuse bytes by address, without a new access check. */
const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

const refusal = (status: 403 | 404 | 502 | 503 | 504) => new Response(null, { status });
