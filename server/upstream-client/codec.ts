import { createCipheriv, createDecipheriv } from "node:crypto";
import { type UnusualForm, unusualForms } from "../contract/scalars.ts";

export type CipherMode = "cbc" | "ecb";

export const reportUnusualForm = (form: UnusualForm) => unusualForms.publish({ form });

const mayHoldLargeInteger = /[:[,]\s*-?\d{16}/;
const largeInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
const numericKey = /"(?=\d+"\s*:)/g;

const quoteOutsideStrings = (between: string) =>
  between.length < 16
    ? between
    : between.replace(largeInteger, (digits) =>
        Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`,
      );

function endOfString(json: string, open: number): number {
  for (let quote = json.indexOf('"', open + 1); quote > 0; quote = json.indexOf('"', quote + 1)) {
    let first = quote;
    while (json[first - 1] === "\\") first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return json.length;
}

/** A single regular expression would overflow the stack on long strings. */
function quoteLargeIntegers(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const open = quote < 0 ? json.length : quote;
    const close = endOfString(json, open);
    parts.push(quoteOutsideStrings(json.slice(at, open)), json.slice(open, close));
    at = close;
  }
  return parts.join("");
}

/** Integers beyond 53 bits become strings; numeric keys get a space, which keeps their order. */
export function parseJson(json: string): unknown {
  let text = json;
  if (mayHoldLargeInteger.test(text)) {
    text = quoteLargeIntegers(json);
    if (text !== json) reportUnusualForm("integers");
  }
  if (/"\d+"\s*:/.test(text)) text = text.replace(numericKey, '" ');
  return JSON.parse(text);
}

export type Codec = ReturnType<typeof createCodec>;

/**
 * JSON in UTF-8, encrypted with AES and PKCS7 padding, as base64; hex can be decrypted, too.
 * @param options.key 16, 24 or 32 bytes @param options.iv 16 bytes; ignored for ECB
 */
export function createCodec(options: { key: Buffer; iv: Buffer; mode?: CipherMode | undefined }) {
  const { key, mode = "cbc" } = options;
  const algorithm = `aes-${key.length * 8}-${mode}`;
  const iv = mode === "ecb" ? null : options.iv;
  return {
    encrypt(value: unknown) {
      const cipher = createCipheriv(algorithm, key, iv);
      return cipher.update(JSON.stringify(value), "utf8", "base64") + cipher.final("base64");
    },
    /** @throws if the text is not ciphertext under this key, or not JSON */
    decrypt(text: string) {
      const decipher = createDecipheriv(algorithm, key, iv);
      const compact = text.replaceAll(/\s+/g, "");
      const bytes = Buffer.from(compact, isHexBlocks(compact) ? "hex" : "base64");
      decipher.setAutoPadding(false);
      const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
      const value = parseJson(withoutPadding(plain));
      const last = plain.at(-1) ?? 0;
      if (last < 1 || last > BLOCK) reportUnusualForm("padding");
      if (!isCanonical(compact, text)) reportUnusualForm("base64");
      return value;
    },
  };
}

const BLOCK = 16;

/** Removes PKCS7 padding, zeros or spaces: JSON never ends with such bytes. */
export const withoutPadding = (plain: Buffer): string =>
  new TextDecoder("utf-8", { fatal: true })
    .decode(plain.subarray(0, plain.findLastIndex((byte) => byte > 0x20) + 1))
    .trim();

/** Base64 of whole blocks hardly ever consists of hex digits alone. */
const isHexBlocks = (compact: string) =>
  compact !== "" && compact.length % (2 * BLOCK) === 0 && /^[0-9a-f]+$/i.test(compact);
const isCanonical = (compact: string, text: string) =>
  compact === text && (isHexBlocks(text) || (text.length % 4 === 0 && !/[-_]/.test(text)));

/** True for whole cipher blocks in base64, base64url or hex, with or without padding and line breaks. */
export function looksEncrypted(text: string): boolean {
  const compact = text.replaceAll(/\s+/g, "");
  if (isHexBlocks(compact)) return true;
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(compact)) return false;
  const bytes = compact.replace(/=+$/, "").length * (3 / 4);
  return bytes >= BLOCK && bytes % 1 !== 0.75 && Math.floor(bytes) % BLOCK === 0;
}
