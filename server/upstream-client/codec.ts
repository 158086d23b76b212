import { createCipheriv, createDecipheriv } from "node:crypto";
import { type UnusualForm, unusualForms } from "../contract/scalars.ts";

export type CipherMode = "cbc" | "ecb";

export const reportUnusualForm = (form: UnusualForm) => unusualForms.publish({ form });

const largeInteger = /[:[,]\s*-?\d{16}/;
const integer = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
const numberName = /"(?=\d+"\s*:)/g;

const quoteLarge = (between: string) =>
  between.length < 16
    ? between
    : between.replace(integer, (digits) =>
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

/** A scanner: a regular expression for strings and numbers overflows its stack on long strings. */
function quoteLargeIntegers(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const open = quote < 0 ? json.length : quote;
    const close = endOfString(json, open);
    parts.push(quoteLarge(json.slice(at, open)), json.slice(open, close));
    at = close;
  }
  return parts.join("");
}

/** Integers of more than 53 bits become strings; numeric keys get a space, to keep their order. */
export function parseJson(json: string): unknown {
  let text = json;
  if (largeInteger.test(text)) {
    text = quoteLargeIntegers(json);
    if (text !== json) reportUnusualForm("integers");
  }
  if (/"\d+"\s*:/.test(text)) text = text.replace(numberName, '" ');
  return JSON.parse(text);
}

/** UTF-8 JSON, AES with PKCS7 padding, base64 (hex is accepted, too). */
export interface Codec {
  encrypt(value: unknown): string;
  /** @throws when the text is not ciphertext under this key, or not JSON */
  decrypt(text: string): unknown;
}

/** @param options.key 16, 24 or 32 bytes @param options.iv 16 bytes; ignored for ECB */
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
      const bytes = Buffer.from(letters, isHexBlocks(letters) ? "hex" : "base64");
      decipher.setAutoPadding(false);
      const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
      const value = parseJson(withoutPadding(plain));
      const last = plain.at(-1) ?? 0;
      if (last < 1 || last > BLOCK) reportUnusualForm("padding");
      if (!isCanonical(letters, text)) reportUnusualForm("base64");
      return value;
    },
  };
}

const BLOCK = 16;

/** PKCS7, zeros or spaces: JSON never ends with such bytes. */
export const withoutPadding = (plain: Buffer): string =>
  new TextDecoder("utf-8", { fatal: true })
    .decode(plain.subarray(0, plain.findLastIndex((byte) => byte > 0x20) + 1))
    .trim();

/** Base64 of whole blocks hardly ever consists of hex digits alone. */
const isHexBlocks = (letters: string) =>
  letters !== "" && letters.length % (2 * BLOCK) === 0 && /^[0-9a-f]+$/i.test(letters);
const isCanonical = (letters: string, text: string) =>
  letters === text && (isHexBlocks(text) || (text.length % 4 === 0 && !/[-_]/.test(text)));

/** Whole cipher blocks as base64, base64url or hex, with or without padding and line breaks. */
export function looksEncrypted(text: string): boolean {
  const letters = text.replaceAll(/\s+/g, "");
  if (isHexBlocks(letters)) return true;
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(letters)) return false;
  const bytes = letters.replace(/=+$/, "").length * (3 / 4);
  return bytes >= BLOCK && bytes % 1 !== 0.75 && Math.floor(bytes) % BLOCK === 0;
}
