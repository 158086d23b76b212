import { z } from "zod/v4";
import type { Sealer } from "../seal.ts";

const common = { url: z.url(), device: z.string(), until: z.number() };
const grant = z.object({
  preview: z.number().positive().nullable(),
  member: z.string().optional(),
});
const bytes = z.object({ start: z.number(), end: z.number() });

/**
 * What a browser may ask for.
 *
 * - `entry`: an episode's playlist. It says nothing about who may see how much: that is decided when it is asked for.
 * - `file`: an episode that is one plain file.
 * - `playlist`, `media`: what an entry leads to, for the member and to the extent that were granted then; of a file
 *   that segments share, only `bytes`.
 */
const ticket = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("entry"), ...common, video: z.string(), episode: z.number() }),
  z.object({ kind: z.literal("file"), ...common }),
  z.object({ kind: z.literal("playlist"), ...common, grant }),
  z.object({ kind: z.literal("media"), ...common, grant, bytes: bytes.optional() }),
]);
export type Ticket = z.output<typeof ticket>;

/** Whom a ticket must have been made for. */
export interface Holder {
  readonly device: string;
  readonly memberCode: string | undefined;
}

/** Tickets are sealed, bound to a visitor's session and expire. */
export interface Tickets {
  /** The path under which the browser may ask for what the ticket names. */
  path(ticket: Ticket): string;
  /** Undefined for a ticket that was made up, has expired or is somebody else's. */
  open(sealed: string, holder: Holder): Ticket | undefined;
}

/** @param now in milliseconds since 1970 */
export function createTickets(sealer: Sealer, now: () => number): Tickets {
  return {
    path(content) {
      const playlist = content.kind === "entry" || content.kind === "playlist";
      const sealed = sealer.sealStable("stream", JSON.stringify(content));
      return `/stream/${sealed}/${playlist ? "index.m3u8" : "media"}`;
    },
    open(sealed, holder) {
      const content = parse(sealer.open("stream", sealed));
      if (!content || content.device !== holder.device || content.until < now()) return undefined;
      const member = "grant" in content ? content.grant.member : undefined;
      return member === undefined || member === holder.memberCode ? content : undefined;
    },
  };
}

function parse(text: string | undefined): Ticket | undefined {
  if (text === undefined) return undefined;
  const parsed = ticket.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}
