import limit from "p-limit";
import sharp from "sharp";
import { z } from "zod";
import type { Contract } from "../contract/index.ts";
import { MAX_UPLOAD_BYTES } from "../contract/rules.ts";
import type { VisitorLimits } from "../rate-limits/visitor-limits.ts";
import type { Sealer } from "../secrets/seal.ts";
import type { CallerSession, Client } from "../upstream-client/client.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";

/** In pixels. A payment code must stay readable in a screenshot of a whole screen. */
const longestSides = { avatar: 512, code: 1280, message: 1600 } as const;

export type PictureUse = Exclude<keyof typeof longestSides, "message">;

const upload = z.object({ url: z.string(), use: z.string(), memberCode: z.string() });

/** The upstream stores uploaded pictures; the browser gets a reference that is sealed for this member and use. */
export function createUploads(
  sealer: Sealer,
  member: Pick<CallerSession, "credentials">,
  limits: VisitorLimits,
  api: () => Client<Contract>,
) {
  async function redrawn(file: File, longestSide: number) {
    await limits.take("upload");
    return redraw(file, longestSide);
  }
  return {
    forMessage: (file: File) => redrawn(file, longestSides.message),
    /** @throws {RateLimitError} and what `api.member.uploadPicture` throws */
    async save(
      file: File,
      use: PictureUse,
    ): Promise<{ reference: string } | { unusable: Unusable }> {
      const picture = await redrawn(file, longestSides[use]);
      if (typeof picture === "string") return { unusable: picture };
      const url = await api().member.uploadPicture(picture);
      if (url === "") throw new UpstreamFault("member.uploadPicture: no address.");
      const { memberCode } = await member.credentials();
      return { reference: sealer.seal("upload", JSON.stringify({ url, use, memberCode })) };
    },
    /** Undefined if the reference is not this member's, or for another use. */
    async addressOf(reference: string, use: PictureUse): Promise<string | undefined> {
      const text = sealer.open("upload", reference);
      if (text === undefined) return undefined;
      const uploaded = upload.parse(JSON.parse(text));
      const { memberCode } = await member.credentials();
      return uploaded.use === use && uploaded.memberCode === memberCode ? uploaded.url : undefined;
    },
  };
}

/** Protects against decompression bombs. */
const MAX_PIXELS = 40_000_000;

/** Magic bytes in hex: JPEG, PNG, GIF and WebP. The declared type is not trusted. */
const signatures = [/^ffd8ff/, /^89504e470d0a1a0a/, /^474946383[79]61/, /^52494646.{8}57454250/];

const queue = limit(2);

/** Why a file is refused: too large; not a known picture type; damaged or with too many pixels. */
type Unusable = "large" | "kind" | "broken";

/** Re-encodes as JPEG: upright, on white, without metadata, only the first frame. */
async function redraw(file: File, longestSide: number): Promise<File | Unusable> {
  if (file.size > MAX_UPLOAD_BYTES) return "large";
  const bytes = Buffer.from(await file.arrayBuffer());
  const start = bytes.subarray(0, 16).toString("hex");
  if (!signatures.some((magic) => magic.test(start))) return "kind";
  try {
    const drawn = await queue(() =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" })
        .rotate()
        .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true })
        .flatten({ background: "#fff" })
        .jpeg({ quality: 88 })
        .toBuffer(),
    );
    return new File([new Uint8Array(drawn)], "picture.jpg", { type: "image/jpeg" });
  } catch {
    return "broken";
  }
}
