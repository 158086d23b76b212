import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { keptSecret } from "../kept-secret.ts";

const hexOf = (bytes: number) => z.string().regex(new RegExp(`^hex:[0-9a-f]{${bytes * 2}}$`));

/** What a caller needs, in the form of the site's settings. */
export const upstreamKeys = z.object({
  /** 32 bytes as `hex:…`. */
  aesKey: hexOf(32),
  /** 16 bytes as `hex:…`. */
  aesIv: hexOf(16),
  /** `Name: value`, sent with every call. */
  securityHeader: z.string().regex(/^[\w-]+: [\x21-\x7e]+$/),
  /** What lookOk answers when the member owns the episode. */
  boughtMark: z.string().min(1),
});
export type UpstreamKeys = z.output<typeof upstreamKeys>;

/** The bytes of a `hex:…` key. */
export const keyBytes = (key: string) => Buffer.from(key.replace(/^hex:/, ""), "hex");

/** Proves that a caller can read `keys.json`: whoever can may send operator commands. */
export const operatorSecret = ({ aesKey }: UpstreamKeys) =>
  createHmac("sha256", keyBytes(aesKey)).update("operator").digest("hex");

/** Fresh random keys. */
export function generateKeys(): UpstreamKeys {
  return {
    aesKey: `hex:${randomBytes(32).toString("hex")}`,
    aesIv: `hex:${randomBytes(16).toString("hex")}`,
    securityHeader: `X-Security-Flag: ${randomBytes(24).toString("base64url")}`,
    boughtMark: "bought",
  };
}

/**
 * The keys in `keys.json` of a folder, made at the first call.
 * @throws {Error} see `keptSecret`
 */
export const loadKeys = (folder: string): Promise<UpstreamKeys> =>
  keptSecret({
    file: join(folder, "keys.json"),
    make: () => `${JSON.stringify(generateKeys(), null, 2)}\n`,
    parse: (text) => upstreamKeys.parse(JSON.parse(text)),
    wayBack: "删除该文件后重新启动：会生成新的密钥",
  });
