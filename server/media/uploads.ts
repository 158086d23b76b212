import limit from "p-limit";
import sharp from "sharp";
import { z } from "zod";
import type { Contract } from "../contract/index.ts";
import { MAX_UPLOAD_BYTES } from "../contract/rules.ts";
import type { VisitorLimits } from "../rate-limits/visitor-limits.ts";
import type { Sealer } from "../seal.ts";
import type { MemberSession } from "../session/member.ts";
import type { Client } from "../upstream-client/client.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";

/** No side is longer, in pixels. A code must stay readable on a whole screen's picture. */
const longestSides = { avatar: 512, code: 1280, message: 1600 } as const;

/** What a picture is uploaded for; one sent for one use is not taken for another. */
export type PictureUse = Exclude<keyof typeof longestSides, "message">;

const upload = z.object({ url: z.string(), use: z.string(), memberCode: z.string() });

/**
 * Pictures that the visitor sends. The upstream keeps them; the browser only ever holds a sealed reference, which
 * is good for the member who sent the picture and for the use it was sent for.
 */
export interface Uploads {
  /**
   * Checks, redraws and hands on a picture.
   * @throws {RateLimitError} and what `api.member.uploadPicture` throws
   */
  save(file: File, use: PictureUse): Promise<{ reference: string } | { unusable: Unusable }>;
  /** The upstream's address of the picture; undefined for whatever is no reference of this member for this use. */
  addressOf(reference: string, use: PictureUse): Promise<string | undefined>;
  /** Checks and redraws a picture that is sent on as a message. Throws RateLimitError. */
  forMessage(file: File): Promise<File | Unusable>;
}

export function createUploads(
  sealer: Sealer,
  member: Pick<MemberSession, "credentials">,
  limits: VisitorLimits,
  api: () => Client<Contract>,
): Uploads {
  async function redrawn(file: File, longestSide: number) {
    await limits.take("upload");
    return redraw(file, longestSide);
  }
  return {
    forMessage: (file) => redrawn(file, longestSides.message),
    async save(file, use) {
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
      const uploaded = upload.parse(JSON.parse(text));
      const { memberCode } = await member.credentials();
      return uploaded.use === use && uploaded.memberCode === memberCode ? uploaded.url : undefined;
    },
  };
}

/** Width times height: what a small file may unfold to. */
const MOST_PIXELS = 40_000_000;

/** JPEG, PNG, GIF and WebP by their first bytes in hex. What a file calls itself does not count. */
const pictures = [/^ffd8ff/, /^89504e470d0a1a0a/, /^474946383[79]61/, /^52494646.{8}57454250/];

/** Unfolded pictures are large: only so many at once. */
const queue = limit(2);

/** Why a file is not taken: too large, no picture of a known kind, or broken or with too many pixels. */
type Unusable = "large" | "kind" | "broken";

/**
 * Draws a visitor's picture anew as a JPEG: upright, no side longer than `longestSide` pixels, on white, the first
 * picture of an animation, and without what the camera or anybody else put into the file.
 */
async function redraw(file: File, longestSide: number): Promise<File | Unusable> {
  // the browser refuses larger files before it sends them
  if (file.size > MAX_UPLOAD_BYTES) return "large";
  const bytes = Buffer.from(await file.arrayBuffer());
  const start = bytes.subarray(0, 16).toString("hex");
  if (!pictures.some((magic) => magic.test(start))) return "kind";
  try {
    const drawn = await queue(() =>
      sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" })
        .rotate()
        .resize({
          width: longestSide,
          height: longestSide,
          fit: "inside",
          withoutEnlargement: true,
        })
        .flatten({ background: "#fff" })
        .jpeg({ quality: 88 })
        .toBuffer(),
    );
    return new File([new Uint8Array(drawn)], "picture.jpg", { type: "image/jpeg" });
  } catch {
    return "broken";
  }
}
