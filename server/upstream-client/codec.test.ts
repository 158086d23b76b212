import { randomBytes } from "node:crypto";
import CryptoJS from "crypto-js";
import { describe, expect, test } from "vitest";
import { createCodec, looksEncrypted } from "./codec.ts";

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

  test("what crypto-js encrypts can be read", () => {
    const text = CryptoJS.AES.encrypt(JSON.stringify(value), wordArray(key), options).toString();
    expect(codec.decrypt(text)).toEqual(value);
  });

  test("crypto-js reads what is encrypted, and the bytes are the same", () => {
    const text = codec.encrypt(value);
    const plain = CryptoJS.AES.decrypt(text, wordArray(key), options).toString(CryptoJS.enc.Utf8);
    expect(JSON.parse(plain)).toEqual(value);
    expect(text).toBe(
      CryptoJS.AES.encrypt(JSON.stringify(value), wordArray(key), options).toString(),
    );
  });

  test("in ECB it reads what crypto-js encrypts without an IV, in base64 and in hex", () => {
    const ecb = createCodec({ key, iv, mode: "ecb" });
    const settings = { mode: CryptoJS.mode.ECB, padding: CryptoJS.pad.Pkcs7 };
    const sent = CryptoJS.AES.encrypt(JSON.stringify(value), wordArray(key), settings);
    for (const text of [sent.toString(), sent.ciphertext.toString(CryptoJS.enc.Hex)]) {
      expect(looksEncrypted(text)).toBe(true);
      expect(ecb.decrypt(text)).toEqual(value);
      expect(() => codec.decrypt(text)).toThrow();
    }
  });

  test("another key does not read it", () => {
    const other = createCodec({ key: randomBytes(length), iv });
    expect(() => other.decrypt(codec.encrypt(value))).toThrow();
  });
});

test("ciphertext differs from plain text by its form", () => {
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
