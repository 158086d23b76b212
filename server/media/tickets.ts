import { z } from "zod/v4";
import type { Sealer } from "../seal.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";

const grant = z.object({
  preview: z.number().positive().nullable(),
  member: z.string().optional(),
});
const bytes = z.object({ start: z.number(), end: z.number() });
type Grant = z.output<typeof grant>;

interface Common {
  url: string;
  /** In milliseconds since 1970. */
  until: number;
}

/**
 * What a browser may ask for.
 *
 * - `entry`: an episode's playlist. It says nothing about who may see how much: that is decided when it is asked for.
 * - `file`: an episode that is one plain file.
 * - `playlist`, `media`: what an entry leads to, for the member and to the extent that were granted then; of a file
 *   that segments share, only `bytes`.
 */
export type Ticket = Common &
  (
    | { kind: "entry"; video: string; episode: number }
    | { kind: "file" }
    | { kind: "playlist"; grant: Grant }
    | { kind: "media"; grant: Grant; bytes?: z.output<typeof bytes> | undefined }
  );

/** Whom a ticket must have been made for. */
export interface Holder {
  readonly device: string;
  readonly memberCode: string | undefined;
}

/** Tickets are sealed, bound to a visitor's session and expire. A page carries one for each of its episodes. */
export interface Tickets {
  /** The path under which the browser may ask for what the ticket names. */
  path(ticket: Ticket, holder: Pick<Holder, "device">): string;
  /** Undefined for a ticket that was made up, has expired or is somebody else's. */
  open(sealed: string, holder: Holder): Ticket | undefined;
}

/** @param now in milliseconds since 1970 */
export function createTickets(
  sealer: Sealer,
  { resolve, shorten }: Pick<UpstreamOrigins, "resolve" | "shorten">,
  now: () => number,
): Tickets {
  return {
    path(content, { device }) {
      const playlist = content.kind === "entry" || content.kind === "playlist";
      const text = JSON.stringify(pack({ ...content, url: shorten(content.url) }));
      const sealed = sealer.sealStable("stream", text, device);
      return `/stream/${sealed}/${playlist ? "index.m3u8" : "media"}`;
    },
    open(sealed, holder) {
      const text = sealer.openStable("stream", sealed, holder.device);
      const content = text === undefined ? undefined : packed.safeParse(JSON.parse(text)).data;
      if (!content || content.until < now()) return undefined;
      const member = "grant" in content ? content.grant.member : undefined;
      if (member !== undefined && member !== holder.memberCode) return undefined;
      return { ...content, url: resolve(content.url) };
    },
  };
}

/** In as few letters as will do, with the time in seconds. */
function pack(ticket: Ticket): z.input<typeof packed> {
  const { kind, url } = ticket;
  const until = Math.ceil(ticket.until / 1000);
  switch (kind) {
    case "entry":
      return ["e", url, until, ticket.video, ticket.episode];
    case "file":
      return ["f", url, until];
    case "playlist":
      return ["p", url, until, ticket.grant];
    case "media":
      return ["m", url, until, ticket.grant, ticket.bytes];
  }
}

const common = [z.string(), z.number().transform((seconds) => seconds * 1000)] as const;
const packed = z.union([
  z.tuple([z.literal("e"), ...common, z.string(), z.number()]).transform(
    ([, url, until, video, episode]): Ticket => ({
      kind: "entry",
      url,
      until,
      video,
      episode,
    }),
  ),
  z
    .tuple([z.literal("f"), ...common])
    .transform(([, url, until]): Ticket => ({ kind: "file", url, until })),
  z
    .tuple([z.literal("p"), ...common, grant])
    .transform(([, url, until, grant]): Ticket => ({ kind: "playlist", url, until, grant })),
  z.tuple([z.literal("m"), ...common, grant, bytes.nullish()]).transform(
    ([, url, until, grant, bytes]): Ticket => ({
      kind: "media",
      url,
      until,
      grant,
      bytes: bytes ?? undefined,
    }),
  ),
]);
