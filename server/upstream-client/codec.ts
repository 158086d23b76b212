import { createCipheriv, createDecipheriv } from "node:crypto";
import { type UnusualForm, unusualForms } from "../contract/scalars.ts";

export type CipherMode = "cbc" | "ecb";

export const tellForm = (form: UnusualForm) => unusualForms.publish({ form });

const largeInteger = /[:[,]\s*-?\d{16}/;
const stringOrInteger = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const numberName = /"(?=\d+"\s*:)/g;

/**
 * As `JSON.parse`, but what a number would change is kept: integers of more than 53 bits come as texts, and names that
 * are numbers get a space in front, so that they stay in the order in which they were sent.
 */
export function parseJson(json: string): unknown {
  let text = json;
  if (largeInteger.test(text)) {
    text = text.replace(stringOrInteger, (part) =>
      part.startsWith('"') || Number.isSafeInteger(Number(part)) ? part : `"${part}"`,
    );
    if (text !== json) tellForm("integers");
  }
  if (/"\d+"\s*:/.test(text)) text = text.replace(numberName, '" ');
  return JSON.parse(text);
}

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
      const letters = text.replaceAll(/\s+/g, "");
      const bytes = Buffer.from(letters, hexBlocks.test(letters) ? "hex" : "base64");
      const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
      const value = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(plain).trim());
      if (!isCanonical(letters, text)) tellForm("base64");
      return value;
    },
  };
}

const BLOCK = 16;

/** Base64 of whole blocks that is nothing but hexadecimal digits does not come about by chance. */
const hexBlocks = /^(?:[0-9a-f]{32})+$/i;
const isCanonical = (letters: string, text: string) =>
  letters === text && (hexBlocks.test(text) || (text.length % 4 === 0 && !/[-_]/.test(text)));

/**
 * Whether a text has the form of ciphertext: base64, also base64url, or hexadecimal digits, of whole cipher blocks; with
 * or without padding and breaks of lines.
 */
export function looksEncrypted(text: string): boolean {
  const letters = text.replaceAll(/\s+/g, "");
  if (hexBlocks.test(letters)) return true;
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(letters)) return false;
  const bytes = letters.replace(/=+$/, "").length * (3 / 4);
  return bytes >= BLOCK && bytes % 1 !== 0.75 && Math.floor(bytes) % BLOCK === 0;
}
