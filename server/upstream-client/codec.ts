import { createCipheriv, createDecipheriv } from "node:crypto";

export type CipherMode = "cbc" | "ecb";

/** Encrypts and decrypts the `data` of envelopes: base64 of AES with PKCS7 padding over UTF-8 JSON; hex is read, too. */
export interface Codec {
  encrypt(value: unknown): string;
  /** Throws when the text is no ciphertext of this key, or holds no JSON. */
  decrypt(text: string): unknown;
}

/**
 * @param options.key 16, 24 or 32 bytes; the length selects AES-128, AES-192 or AES-256
 * @param options.iv 16 bytes; ECB has none and leaves it aside
 */
export function createCodec(options: {
  key: Buffer;
  iv: Buffer;
  mode?: CipherMode | undefined;
}): Codec {
  const { key, mode = "cbc" } = options;
  const algorithm = `aes-${key.length * 8}-${mode}`;
  const iv = mode === "ecb" ? null : options.iv;
  return {
    encrypt(value) {
      const cipher = createCipheriv(algorithm, key, iv);
      return cipher.update(JSON.stringify(value), "utf8", "base64") + cipher.final("base64");
    },
    decrypt(text) {
      const decipher = createDecipheriv(algorithm, key, iv);
      const plain = Buffer.concat([decipher.update(text, encodingOf(text)), decipher.final()]);
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
    },
  };
}

const BLOCK = 16;

/** Base64 of whole blocks that is nothing but hexadecimal digits does not come about by chance. */
const hexBlocks = /^(?:[0-9a-f]{32})+$/i;
const encodingOf = (text: string) => (hexBlocks.test(text) ? "hex" : "base64");

/** Whether a text has the form of ciphertext: canonical base64, or hexadecimal digits, of whole cipher blocks. */
export function looksEncrypted(text: string): boolean {
  if (hexBlocks.test(text)) return true;
  if (text.length === 0 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return false;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return ((text.length / 4) * 3 - padding) % BLOCK === 0;
}
