import { createCipheriv, createDecipheriv } from "node:crypto";

/** Encrypts and decrypts the `data` of envelopes: base64 of AES-CBC with PKCS7 padding over UTF-8 JSON. */
export interface Codec {
  encrypt(value: unknown): string;
  /** Throws when the text is no ciphertext of this key, or holds no JSON. */
  decrypt(text: string): unknown;
}

/**
 * @param options.key 16, 24 or 32 bytes; the length selects AES-128, AES-192 or AES-256
 * @param options.iv 16 bytes
 */
export function createCodec({ key, iv }: { key: Buffer; iv: Buffer }): Codec {
  const algorithm = `aes-${key.length * 8}-cbc`;
  return {
    encrypt(value) {
      const cipher = createCipheriv(algorithm, key, iv);
      return cipher.update(JSON.stringify(value), "utf8", "base64") + cipher.final("base64");
    },
    decrypt(text) {
      const decipher = createDecipheriv(algorithm, key, iv);
      const plain = Buffer.concat([decipher.update(text, "base64"), decipher.final()]);
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
    },
  };
}

const BLOCK = 16;

/** Whether a text has the form of ciphertext: canonical base64 of whole cipher blocks. */
export function looksEncrypted(text: string): boolean {
  if (text.length === 0 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return false;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return ((text.length / 4) * 3 - padding) % BLOCK === 0;
}
