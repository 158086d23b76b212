import { createCipheriv, createHash } from "node:crypto";
import { expect, test } from "vitest";
import { upstreamForThisFile } from "../../support/servers/site-for-file.ts";
import {
  check,
  checkSettings,
  withRewrittenAnswers,
} from "../../support/upstream/checked-upstream.ts";

const running = upstreamForThisFile();

const HEX = "00112233445566778899aabbccddeeff";
const IV = "fedcba9876543210";
const TEXT = "sixteen-letters!";
const base64 = Buffer.from(HEX).toString("base64");

/** Encrypts as other upstreams may. */
function encrypting(
  mode: string,
  key: Buffer,
  iv: Buffer | null,
  encoding: "base64" | "hex" = "base64",
) {
  return (data: unknown) => {
    const cipher = createCipheriv(`aes-${key.length * 8}-${mode}`, key, iv);
    const bytes = Buffer.concat([cipher.update(JSON.stringify(data)), cipher.final()]);
    const tag =
      "getAuthTag" in cipher && mode === "gcm"
        ? (cipher as never as { getAuthTag(): Buffer }).getAuthTag()
        : Buffer.alloc(0);
    return Buffer.concat([bytes, tag]).toString(encoding);
  };
}

const reencrypted = (encrypt: (data: unknown) => unknown) =>
  withRewrittenAnswers(running.upstream, ({ envelope, encrypted }) =>
    encrypted ? { ...envelope, data: encrypt(envelope.data) } : envelope,
  );

const key = Buffer.from(TEXT);
const iv = Buffer.from(IV);
test.each<[string, { key: string; iv: string }, (data: unknown) => unknown, string]>([
  [
    "a key in hex, written as text",
    { key: HEX, iv: IV },
    encrypting("cbc", Buffer.from(HEX, "hex"), iv),
    "UPSTREAM_AES_KEY",
  ],
  [
    "a key as text, written as hex",
    { key: `hex:${HEX}`, iv: IV },
    encrypting("cbc", Buffer.from(HEX), iv),
    "UPSTREAM_AES_KEY",
  ],
  [
    "a key in base64 that is too long for a text",
    { key: base64, iv: IV },
    encrypting("cbc", Buffer.from(base64, "base64"), iv),
    "UPSTREAM_AES_KEY",
  ],
  [
    "a key that is a passphrase's MD5",
    { key: TEXT, iv: IV },
    encrypting("cbc", createHash("md5").update(TEXT).digest(), iv),
    "UPSTREAM_AES_KEY",
  ],
  [
    "a key filled up with zeros",
    { key: "short", iv: IV },
    encrypting("cbc", Buffer.from("short".padEnd(16, "\0")), iv),
    "UPSTREAM_AES_KEY",
  ],
  [
    "an IV in hex, written as text",
    { key: TEXT, iv: HEX },
    encrypting("cbc", key, Buffer.from(HEX, "hex")),
    "UPSTREAM_AES_IV",
  ],
  [
    "an IV in base64",
    { key: TEXT, iv: iv.toString("base64") },
    encrypting("cbc", key, iv),
    "UPSTREAM_AES_IV",
  ],
  [
    "an IV of zeros",
    { key: TEXT, iv: IV },
    encrypting("cbc", key, Buffer.alloc(16)),
    "UPSTREAM_AES_IV",
  ],
  [
    "key and IV exchanged",
    { key: IV, iv: TEXT },
    encrypting("cbc", key, iv),
    "UPSTREAM_AES_KEY、UPSTREAM_AES_IV",
  ],
  ["ECB", { key: TEXT, iv: IV }, encrypting("ecb", key, null), "UPSTREAM_AES_MODE"],
  [
    "ECB in hex with a key in hex",
    { key: HEX, iv: IV },
    encrypting("ecb", Buffer.from(HEX, "hex"), null, "hex"),
    "UPSTREAM_AES_KEY、UPSTREAM_AES_MODE",
  ],
])("%s: the printed settings fix it", async (_what, rawKeys, encrypt, setting) => {
  await using front = await reencrypted(encrypt);
  const source = checkSettings(running.upstream, front.url, {
    UPSTREAM_AES_KEY: rawKeys.key,
    UPSTREAM_AES_IV: rawKeys.iv,
  });
  const checked = await check(source);
  expect(checked.verdict).toBe(1);
  const [found] = checked.causes;
  expect(found?.cause.setting).toBe(setting);
  expect(found?.calls).toContain("video.index");
  const lines = checked.envLines;
  expect(lines.join("\n")).toMatch(/^UPSTREAM_AES_/);
  const mended = Object.fromEntries(lines.map((line) => line.split("=")));
  // one key opens all calls
  const again = await check({ ...source, ...mended }, { only: "video.index" });
  expect(again).toMatchObject({ verdict: 0, causes: [] });
});

test.each<[string, (data: unknown) => unknown, RegExp]>([
  ["another key", encrypting("cbc", Buffer.alloc(16, 7), iv), /^UPSTREAM_AES_KEY 不对/],
  [
    "another key in ECB",
    encrypting("ecb", Buffer.alloc(16, 7), null),
    /^UPSTREAM_AES_KEY 不对.*ECB/,
  ],
  ["another IV", encrypting("cbc", key, Buffer.alloc(16, 7)), /^UPSTREAM_AES_IV 不对/],
  ["GCM", encrypting("gcm", key, iv), /不是 16 的倍数.*GCM 或 CTR.*请在上游改/],
  ["CTR", encrypting("ctr", key, iv), /不是 16 的倍数.*GCM 或 CTR.*请在上游改/],
  ["JSON as text", (data) => JSON.stringify(data), /写成文本的 JSON/],
  [
    "JSON in base64",
    (data) => Buffer.from(JSON.stringify(data)).toString("base64"),
    /base64 编码的 JSON/,
  ],
  ["a passphrase", () => Buffer.from(`Salted__${"x".repeat(40)}`).toString("base64"), /口令/],
])("%s is detected from the bytes, without a printed line", async (_what, encrypt, message) => {
  await using front = await reencrypted(encrypt);
  const source = checkSettings(running.upstream, front.url, {
    UPSTREAM_AES_KEY: TEXT,
    UPSTREAM_AES_IV: IV,
  });
  const { causes, envLines, verdict } = await check(source);
  expect(verdict).toBe(1);
  expect(causes[0]?.cause.message).toMatch(message);
  expect(envLines).toEqual([]);
});

test.each<[string, Record<string, string>, "plain" | "encrypted"]>([
  ["plain data needs no right key", { UPSTREAM_AES_KEY: TEXT, UPSTREAM_AES_IV: IV }, "plain"],
])("%s", async (_what, keys, data) => {
  await using front = await withRewrittenAnswers(running.upstream, ({ envelope }) => envelope);
  const checked = await check(checkSettings(running.upstream, front.url, keys));
  expect(checked).toMatchObject({ verdict: 0, causes: [] });
  expect(checked.calls.find(({ call }) => call === "video.index")?.data).toBe(data);
});
