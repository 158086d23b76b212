import { Readable } from "node:stream";
import { z } from "zod/v4";
import type { Downloader } from "../api/download.ts";
import { UpstreamFault } from "../api/errors.ts";
import type { Sealer } from "../seal.ts";
import { rewritePlaylist } from "./playlist.ts";

const LIFE = 6 * 60 * 60 * 1000;
const PLAYLIST_LIMIT = 2 * 1024 * 1024;

const ticket = z.object({
  url: z.url(),
  playlist: z.boolean(),
  device: z.string(),
  until: z.number(),
});
type Ticket = z.output<typeof ticket>;

/**
 * Streams behind sealed tickets. A ticket is bound to the visitor it was made for and expires after six hours.
 * Files on the upstream's own origin come through this site, so that the origin stays unknown and may be private;
 * segments on other origins are fetched straight from there.
 */
export interface Streams {
  /** The path from which `device` can play the stream at `url`. */
  address(url: string, device: string): string;
  /** A playlist or a piece of media; 403 for a ticket that is not valid for `device`. */
  answer(sealed: string, device: string, request: Request): Promise<Response>;
}

export function createStreams(options: {
  sealer: Sealer;
  downloader: Downloader;
  upstreamOrigin: string;
  resolve: (url: string) => string;
}): Streams {
  const path = (content: Ticket) => {
    const name = content.playlist ? "index.m3u8" : "media";
    return `/stream/${options.sealer.sealStable("stream", JSON.stringify(content))}/${name}`;
  };

  async function playlistAnswer(content: Ticket): Promise<Response> {
    const bytes = await options.downloader.bytes(content.url, PLAYLIST_LIMIT);
    const text = rewritePlaylist(bytes.toString("utf8"), content.url, (url, playlist) => {
      const own = new URL(url).origin === options.upstreamOrigin;
      return playlist || own ? path({ ...content, url, playlist }) : url;
    });
    return new Response(text, {
      headers: {
        "content-type": "application/vnd.apple.mpegurl",
        "cache-control": "private, max-age=60",
      },
    });
  }

  async function mediaAnswer(content: Ticket, request: Request): Promise<Response> {
    const range = request.headers.get("range");
    const answer = await options.downloader.open(
      content.url,
      range ? { range } : {},
      request.signal,
    );
    if (answer.statusCode !== 200 && answer.statusCode !== 206 && answer.statusCode !== 416) {
      await answer.body.dump();
      throw new UpstreamFault(`stream: HTTP status ${answer.statusCode}.`);
    }
    const headers = new Headers({
      "cache-control": "private, max-age=21600",
      "accept-ranges": "bytes",
    });
    for (const name of ["content-length", "content-range", "last-modified"]) {
      const value = answer.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    headers.set("content-type", mediaType(String(answer.headers["content-type"] ?? "")));
    return new Response(Readable.toWeb(answer.body) as ReadableStream, {
      status: answer.statusCode,
      headers,
    });
  }

  return {
    address(url, device) {
      const absolute = options.resolve(url);
      const playlist = new URL(absolute).pathname.toLowerCase().endsWith(".m3u8");
      return path({ url: absolute, playlist, device, until: Date.now() + LIFE });
    },
    async answer(sealed, device, request) {
      const content = openTicket(options.sealer.open("stream", sealed));
      if (!content || content.device !== device || content.until < Date.now()) {
        return new Response(null, { status: 403 });
      }
      return content.playlist ? playlistAnswer(content) : mediaAnswer(content, request);
    },
  };
}

function openTicket(text: string | undefined): Ticket | undefined {
  if (text === undefined) return undefined;
  const parsed = ticket.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

/** Only types that a browser plays or downloads; never one that it would run or render. */
const mediaType = (type: string) =>
  /^(video|audio)\/[\w.+-]+$/.test(type.split(";")[0] ?? "") ? type : "application/octet-stream";
