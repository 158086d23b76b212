import { z } from "zod";
import type { Sealer } from "../seal.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";
import type { ByteRange } from "./media-answer.ts";

/** How much of an episode somebody may see, as `domain/access.ts` grants it. */
interface Grant {
  preview: number | null;
  member?: string | undefined;
}

/**
 * What a browser may ask for: a playlist, one of subtitles, a piece of media or of a file that segments share (`bytes`),
 * a file of subtitles, or an episode that is one plain file, to the extent that was granted. A grant to everybody (a preview, or a site without previews)
 * names no member: its ticket is the same for all, so that what leads to it can be shared. Any other ticket is bound to
 * the device and the member.
 */
export interface Ticket {
  kind: "playlist" | "subtitles" | "media" | "text" | "file";
  url: string;
  /** In milliseconds since 1970. */
  until: number;
  grant: Grant;
  bytes?: ByteRange | undefined;
  /** Made for a receiver, which sends no cookie: it and what it leads to are played without the site's password as well. */
  forReceiver?: boolean | undefined;
}

/** Whom a ticket for one member must have been made for. */
export interface Holder {
  readonly device: string;
  readonly memberCode: string | undefined;
}

/** Tickets are sealed and expire. */
export interface Tickets {
  /**
   * The path under which the browser may ask for what the ticket names.
   * @param device undefined for a ticket that whoever holds it may use
   * @param ending of a piece of media or a file, which some players go by
   */
  path(ticket: Ticket, device: string | undefined, ending?: string): string;
  /** Undefined for a ticket that was made up, has expired or is somebody else's. */
  open(sealed: string, holder: Holder): Ticket | undefined;
}

/** Begins the sealed part of a ticket that is bound to a device; a seal has no dot. */
const BOUND = "own.";

/** Begins the sealed part of a ticket for receivers, and stands for their device in its seal: neither works without the other. */
const RECEIVER = "receiver.";

/** Whether only the device that it was made for may use it. */
export const isBound = (sealed: string) => sealed.startsWith(BOUND);

const receiverPath = /^\/stream\/receiver\.([\w-]+)\/(index\.m3u8|text\.vtt|media\.(?!data$)\w+)$/;

/**
 * Whether this site has sealed an address for receivers. How much it shows, and until when, is seen when it is opened. With
 * a query, or as an address of data, Remix would run other loaders as well.
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

/** In as few letters as will do, with the time in seconds. */
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
