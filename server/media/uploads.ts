import { z } from "zod/v4";
import type { Contract } from "../contract/index.ts";
import type { VisitorLimits } from "../rate-limits/visitor-limits.ts";
import type { Sealer } from "../seal.ts";
import type { MemberSession } from "../session/member.ts";
import type { Client } from "../upstream-client/client.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import { redraw, type Unusable } from "./redraw.ts";

/** No side is longer, in pixels. A code must stay readable on a whole screen's picture. */
const longestSides = { avatar: 512, code: 1280, message: 1600 } as const;

/** What a picture is kept for; one sent for one use is not taken for another. */
export type PictureUse = Exclude<keyof typeof longestSides, "message">;

const upload = z.object({ url: z.string(), use: z.string(), memberCode: z.string() });

/**
 * Pictures that the visitor sends. The upstream keeps them; the browser only ever holds a sealed reference, which
 * is good for the member who sent the picture and for the use it was sent for.
 */
export interface Uploads {
  /**
   * Checks, redraws and hands on a picture.
   * @throws {TooOften} and what `api.member.uploadPicture` throws
   */
  keep(file: File, use: PictureUse): Promise<{ reference: string } | { unusable: Unusable }>;
  /** The upstream's address of the picture; undefined for whatever is no reference of this member for this use. */
  addressOf(reference: string, use: PictureUse): Promise<string | undefined>;
  /** Checks and redraws a picture that is sent on as a message. Throws TooOften. */
  forMessage(file: File): Promise<File | Unusable>;
}

export function createUploads(
  sealer: Sealer,
  member: MemberSession,
  limits: VisitorLimits,
  api: () => Client<Contract>,
): Uploads {
  async function redrawn(file: File, longestSide: number) {
    await limits.take("upload");
    return redraw(file, longestSide);
  }
  return {
    forMessage: (file) => redrawn(file, longestSides.message),
    async keep(file, use) {
      const picture = await redrawn(file, longestSides[use]);
      if (typeof picture === "string") return { unusable: picture };
      const url = await api().member.uploadPicture(picture);
      if (url === "") throw new UpstreamFault("member.uploadPicture: no address.");
      const { memberCode } = await member.credentials();
      return { reference: sealer.seal("upload", JSON.stringify({ url, use, memberCode })) };
    },
    async addressOf(reference, use) {
      const text = sealer.open("upload", reference);
      if (text === undefined) return undefined;
      const kept = upload.parse(JSON.parse(text));
      const { memberCode } = await member.credentials();
      return kept.use === use && kept.memberCode === memberCode ? kept.url : undefined;
    },
  };
}
