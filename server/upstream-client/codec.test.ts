import { randomBytes } from "node:crypto";
import CryptoJS from "crypto-js";
import { describe, expect, test } from "vitest";
import { createCodec, looksEncrypted, parseJson } from "./codec.ts";

const value = {
  list: [{ cartoonName: "海边日落 第3集：潮水退去之后", cartoonHot: 2051000 }],
  emoji: "🌅",
};

const wordArray = (bytes: Buffer) => CryptoJS.enc.Hex.parse(bytes.toString("hex"));

describe.each([16, 24, 32])("with a key of %i bytes", (length) => {
  const key = randomBytes(length);
  const iv = randomBytes(16);
  const codec = createCodec({ key, iv });
  const options = { iv: wordArray(iv), mode: CryptoJS.mode.CBC, padding: CryptoJS.pad.Pkcs7 };

  test("decrypts what crypto-js encrypts", () => {
    const text = CryptoJS.AES.encrypt(JSON.stringify(value), wordArray(key), options).toString();
    expect(codec.decrypt(text)).toEqual(value);
  });

  test("crypto-js decrypts its ciphertext, and encrypts to the same bytes", () => {
    const text = codec.encrypt(value);
    const plain = CryptoJS.AES.decrypt(text, wordArray(key), options).toString(CryptoJS.enc.Utf8);
    expect(JSON.parse(plain)).toEqual(value);
    expect(text).toBe(
      CryptoJS.AES.encrypt(JSON.stringify(value), wordArray(key), options).toString(),
    );
  });

  test("in ECB mode it decrypts what crypto-js encrypts without an IV, as base64 or hex", () => {
    const ecb = createCodec({ key, iv, mode: "ecb" });
    const settings = { mode: CryptoJS.mode.ECB, padding: CryptoJS.pad.Pkcs7 };
    const sent = CryptoJS.AES.encrypt(JSON.stringify(value), wordArray(key), settings);
    for (const text of [sent.toString(), sent.ciphertext.toString(CryptoJS.enc.Hex)]) {
      expect(looksEncrypted(text)).toBe(true);
      expect(ecb.decrypt(text)).toEqual(value);
      expect(() => codec.decrypt(text)).toThrow();
    }
  });

  test("does not decrypt data that was encrypted with another key", () => {
    const other = createCodec({ key: randomBytes(length), iv });
    expect(() => other.decrypt(codec.encrypt(value))).toThrow();
  });
});

test("ciphertext is recognized by its form", () => {
  const codec = createCodec({ key: randomBytes(16), iv: randomBytes(16) });
  expect(looksEncrypted(codec.encrypt({}))).toBe(true);
  for (const text of [
    "",
    "bought",
    "海边日落",
    "abcd",
    "https://a.example/pay?x=1",
    '{"payurl":""}',
  ]) {
    expect(looksEncrypted(text), text).toBe(false);
  }
});

test("texts of several megabytes are classified and decrypted", () => {
  const codec = createCodec({ key: Buffer.alloc(16, 1), iv: Buffer.alloc(16, 2) });
  const data = { words: "长".repeat(1_300_000) };
  const base64 = codec.encrypt(data);
  const hex = Buffer.from(base64, "base64").toString("hex");
  for (const text of [base64, hex, base64.replaceAll(/.{76}/g, "$&\r\n")]) {
    expect(looksEncrypted(text)).toBe(true);
    expect(codec.decrypt(text)).toEqual(data);
  }
  for (const text of ["a", " ", "=", '"'].map((letter) => letter.repeat(8_000_001)))
    expect(looksEncrypted(text)).toBe(false);
});
test("a large integer stays exact next to a long string", () => {
  const json = `{"id":1795432109876543211,"text":"${'字\\"'.repeat(900_000)}"}`;
  expect(parseJson(json)).toMatchObject({ id: "1795432109876543211" });
});
