import { z } from "zod";
import type { Sealer } from "../secrets/seal.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";
import type { ByteRange } from "./media-answer.ts";

/** How much of an episode a visitor may see, decided by `domain/access.ts`. */
export interface Grant {
  /** Seconds; null for the whole episode. */
  preview: number | null;
  /** The member it was granted to; undefined for a grant to everybody (a preview, or a site without previews). */
  member?: string | undefined;
}

/**
 * Permission to request one file, to the extent granted: a playlist, a subtitle playlist, a segment (`bytes`: a range
 * of a shared file), a subtitle file, or an episode that is one plain file. A grant to everybody (a preview, or a site
 * without previews) names no member: its ticket is the same for all, so playlists that contain it can be cached. Any
 * other ticket is bound to the device and the member.
 */
export interface Ticket {
  kind: "playlist" | "subtitles" | "media" | "text" | "file";
  url: string;
  /** In milliseconds since 1970. */
  until: number;
  grant: Grant;
  bytes?: ByteRange | undefined;
  /** For a cast receiver, which sends no cookies: this and derived tickets also work without the site's password. */
  forReceiver?: boolean | undefined;
}

/** Who presents a ticket. */
export interface Holder {
  readonly device: string;
  readonly memberCode: string | undefined;
}

export interface Tickets {
  /**
   * The path of the ticket's file on this site; sealed, and valid until `until`.
   * @param device undefined for a ticket that any device may use
   * @param ending file extension of a segment or file, because some players depend on it
   */
  path(ticket: Ticket, device: string | undefined, ending?: string): string;
  /** Undefined for a ticket that is forged, expired or bound to another holder. */
  open(sealed: string, holder: Holder): Ticket | undefined;
}

/** Prefix of tickets that are bound to a device; sealed text contains no dot. */
const BOUND = "own.";

/** Prefix of receivers' tickets, and their device name within the seal, so that prefix and seal must match. */
const RECEIVER = "receiver.";

/** Whether the ticket works on one device only. */
export const isBound = (sealed: string) => sealed.startsWith(BOUND);

const receiverPath = /^\/stream\/receiver\.([\w-]+)\/(index\.m3u8|text\.vtt|media\.(?!data$)\w+)$/;

/**
 * Whether this is a receiver's address sealed by this site; grant and expiry are checked when it is opened. False with
 * a query or as a Remix data address, because Remix would then run other loaders as well.
 */
export function isForReceiver({ pathname, search }: URL, sealer: Sealer): boolean {
  const [, sealed] = receiverPath.exec(pathname) ?? [];
  if (sealed === undefined || search !== "") return false;
  return sealer.openStable("stream", sealed, RECEIVER) !== undefined;
}

/** @param now in milliseconds since 1970 */
export function createTickets(
  sealer: Sealer,
  { resolve, shorten }: Pick<UpstreamOrigins, "resolve" | "shorten">,
  now: () => number,
): Tickets {
  return {
    path(ticket, device, ending = ".mp4") {
      const text = JSON.stringify(pack({ ...ticket, url: shorten(ticket.url) }));
      const unbound = ticket.forReceiver ? RECEIVER : "";
      const mark = device === undefined ? unbound : BOUND;
      const sealed = sealer.sealStable("stream", text, device ?? unbound);
      const file = fileNames[ticket.kind] ?? `media${ending}`;
      return `/stream/${mark}${sealed}/${file}`;
    },
    open(sealed, holder) {
      const forReceiver = sealed.startsWith(RECEIVER);
      const unbound = forReceiver ? RECEIVER : "";
      const text = isBound(sealed)
        ? sealer.openStable("stream", sealed.slice(BOUND.length), holder.device)
        : sealer.openStable("stream", sealed.slice(unbound.length), unbound);
      const ticket = text === undefined ? undefined : packed.safeParse(JSON.parse(text)).data;
      if (!ticket || ticket.until < now()) return undefined;
      const { member } = ticket.grant;
      if (member !== undefined && member !== holder.memberCode) return undefined;
      return { ...ticket, url: resolve(ticket.url), ...(forReceiver && { forReceiver }) };
    },
  };
}

const fileNames: Partial<Record<Ticket["kind"], string>> = {
  playlist: "index.m3u8",
  subtitles: "index.m3u8",
  text: "text.vtt",
};

const letters = { playlist: "p", subtitles: "s", media: "m", text: "t", file: "f" } as const;
const kinds = { p: "playlist", s: "subtitles", m: "media", t: "text", f: "file" } as const;

/** Compact, because addresses carry it; the time is in seconds. */
const pack = ({ kind, url, until, grant, bytes }: Ticket): z.input<typeof packed> => [
  letters[kind],
  url,
  Math.ceil(until / 1000),
  grant.preview,
  grant.member ?? null,
  ...(bytes ? [bytes.start, bytes.end] : []),
];

const packed = z
  .tuple(
    [
      z.enum(["p", "s", "m", "t", "f"]),
      z.string(),
      z.number(),
      z.number().positive().nullable(),
      z.string().nullable(),
    ],
    z.number(),
  )
  .transform(
    ([kind, url, until, preview, member, start, end]): Ticket => ({
      kind: kinds[kind],
      url,
      until: until * 1000,
      grant: { preview, member: member ?? undefined },
      bytes: start === undefined || end === undefined ? undefined : { start, end },
    }),
  );
