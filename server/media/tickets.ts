import { z } from "zod";
import type { Sealer } from "../secrets/seal.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";
import type { ByteRange } from "./media-answer.ts";

export interface Grant {
  /** Seconds; null for the whole episode. */
  preview: number | null;
  /** Undefined for a grant to everybody (a preview, or a site without previews). */
  member?: string | undefined;
}

/** Tickets for a grant to everybody are the same for all, so that playlists with them can be cached. */
export interface Ticket {
  kind: "playlist" | "subtitles" | "media" | "text" | "file";
  url: string;
  /** In milliseconds since 1970. */
  until: number;
  grant: Grant;
  bytes?: ByteRange | undefined;
  /** For a cast receiver, which sends no cookies: such tickets also work without the site's password. */
  forReceiver?: boolean | undefined;
}

export interface Holder {
  readonly device: string;
  readonly memberCode: string | undefined;
}

export type Tickets = ReturnType<typeof createTickets>;

/** Prefix of tickets that are bound to a device; sealed text contains no dot. */
const BOUND = "own.";

/** Prefix of receivers' tickets, and the holder in their seal, so that prefix and seal must match. */
const RECEIVER = "receiver.";

export const isBound = (sealed: string) => sealed.startsWith(BOUND);

const receiverPath = /^\/stream\/receiver\.([\w-]+)\/(index\.m3u8|text\.vtt|media\.(?!data$)\w+)$/;

/** Checks neither grant nor expiry. False for Remix's data requests, which would run other loaders. */
export function isForReceiver({ pathname, search }: URL, sealer: Sealer): boolean {
  const [, sealed] = receiverPath.exec(pathname) ?? [];
  if (sealed === undefined || search !== "") return false;
  return sealer.openStable("stream", sealed, RECEIVER) !== undefined;
}

export function createTickets(
  sealer: Sealer,
  { resolve, shorten }: Pick<UpstreamOrigins, "resolve" | "shorten">,
  now: () => number,
) {
  return {
    /** @param device undefined if any device may use it @param ending file extension, on which some players rely */
    path(ticket: Ticket, device: string | undefined, ending = ".mp4") {
      const text = JSON.stringify(pack({ ...ticket, url: shorten(ticket.url) }));
      const unbound = ticket.forReceiver ? RECEIVER : "";
      const prefix = device === undefined ? unbound : BOUND;
      const sealed = sealer.sealStable("stream", text, device ?? unbound);
      const file = fileNames[ticket.kind] ?? `media${ending}`;
      return `/stream/${prefix}${sealed}/${file}`;
    },
    open(sealed: string, holder: Holder): Ticket | undefined {
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

/** Compact, because addresses contain it; the time is in seconds. */
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
