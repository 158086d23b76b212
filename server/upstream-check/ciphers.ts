import { createDecipheriv, createHash } from "node:crypto";
import type { UpstreamSettings } from "../services.ts";
import { withoutPadding } from "../upstream-client/codec.ts";
import type { Cause } from "./diagnose.ts";

/** `rawKeys` are the settings as written: their encoding may be wrong. */
export interface CipherSettings extends Pick<UpstreamSettings, "aesKey" | "aesIv" | "aesMode"> {
  rawKeys: { key: string; iv: string };
}

const BLOCK = 16;
const KEY_LENGTHS = [16, 24, 32];

const hash = (name: "md5" | "sha256", words: string) => createHash(name).update(words).digest();

function decodings(rawKey: string): Buffer[] {
  const words = rawKey.replace(/^hex:/, "");
  return [
    Buffer.from(words, "utf8"),
    ...encodedIn(words),
    Buffer.from(rawKey, "utf8"),
    hash("md5", words),
    Buffer.from(hash("md5", words).toString("hex")),
    hash("sha256", words),
  ];
}

/** What a text may mean as hex, and as base64 or base64url. */
const encodedIn = (words: string): Buffer[] => [
  ...(/^([0-9a-f]{2})+$/i.test(words) ? [Buffer.from(words, "hex")] : []),
  ...(/^[\w+/-]+={0,2}$/.test(words) ? [Buffer.from(words, "base64")] : []),
];

const padToLength = (bytes: Buffer, length: number) =>
  Buffer.concat([bytes.subarray(0, length), Buffer.alloc(Math.max(0, length - bytes.length))]);

const withoutDuplicates = (candidates: Buffer[]) => [
  ...new Map(candidates.map((bytes) => [bytes.toString("hex"), bytes])).values(),
];

function keysFrom({ aesKey, rawKeys }: CipherSettings): Buffer[] {
  const all = [...decodings(rawKeys.key), ...decodings(rawKeys.iv)];
  return withoutDuplicates([
    aesKey,
    ...all.filter(({ length }) => KEY_LENGTHS.includes(length)),
    ...KEY_LENGTHS.map((length) => padToLength(Buffer.from(rawKeys.key), length)),
  ]);
}

function ivsFrom({ aesIv, rawKeys }: CipherSettings, key: Buffer): Buffer[] {
  const all = [...decodings(rawKeys.iv), ...decodings(rawKeys.key)];
  return withoutDuplicates([
    aesIv,
    ...all.filter(({ length }) => length === BLOCK),
    padToLength(Buffer.from(rawKeys.iv), BLOCK),
    key.subarray(0, BLOCK),
    Buffer.alloc(BLOCK),
  ]);
}

function decipher(mode: "cbc" | "ecb", key: Buffer, iv: Buffer | null, bytes: Buffer) {
  const cipher = createDecipheriv(`aes-${key.length * 8}-${mode}`, key, iv);
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

interface Method {
  mode?: "cbc" | "ecb";
  open: (key: Buffer, iv: Buffer, bytes: Buffer) => Buffer;
}

/** GCM and CTR, which the site cannot read either, show in the length of what they have encrypted. */
const methods: Method[] = [
  { mode: "cbc", open: (key, iv, bytes) => decipher("cbc", key, iv, bytes) },
  { mode: "ecb", open: (key, _iv, bytes) => decipher("ecb", key, null, bytes) },
  {
    open: (key, _iv, bytes) =>
      decipher("cbc", key, bytes.subarray(0, BLOCK), bytes.subarray(BLOCK)),
  },
];

const holdsJson = (bytes: Buffer): boolean => {
  try {
    JSON.parse(withoutPadding(bytes));
    return true;
  } catch {
    return false;
  }
};

function canOpen(method: Method, key: Buffer, iv: Buffer, bytes: Buffer): boolean {
  try {
    return holdsJson(method.open(key, iv, bytes));
  } catch {
    return false;
  }
}

/** `envLines` are for `.env` and contain secrets. */
export interface CipherCause {
  cause: Cause;
  envLines: string[];
}

export function cipherCause(texts: readonly string[], settings: CipherSettings): CipherCause {
  const [shortest = "", ...others] = texts.toSorted((one, other) => one.length - other.length);
  if (holdsJson(Buffer.from(shortest)) || holdsJson(Buffer.from(shortest, "base64"))) {
    const form = holdsJson(Buffer.from(shortest)) ? "写成文本的 JSON" : "base64 编码的 JSON";
    return unusable(`data 没有加密，而是${form}：请让上游直接放 JSON，或按约定加密`);
  }
  // short samples are quick to try; a long one gives better statistics if no key fits
  const samples = [shortest, ...others.slice(0, 2), ...others.slice(2).slice(-1)].flatMap((words) =>
    encodedIn(words.replaceAll(/\s/g, "")).slice(0, 1),
  );
  const [first] = samples;
  if (!first) return unusable("data 是一段文本，既不是密文也不是约定的数据：检查上游的版本");
  if (first.subarray(0, 8).toString("latin1") === "Salted__") {
    return unusable("上游用口令加密（密文以 Salted__ 开头）：站点需要固定的密钥与 IV，请在上游改");
  }
  for (const method of methods) {
    for (const key of keysFrom(settings)) {
      for (const iv of ivsFrom(settings, key)) {
        if (!samples.every((bytes) => canOpen(method, key, iv, bytes))) continue;
        return causeOfMatch(method, key, iv, settings);
      }
    }
  }
  return causeWithoutMatch(samples, settings);
}

const unusable = (message: string, wrong: Partial<Cause> = {}): CipherCause => ({
  cause: { kind: "cipher", message, ...wrong },
  envLines: [],
});

/** The settings to change, or what the upstream does that the site does not support. */
function causeOfMatch(method: Method, key: Buffer, iv: Buffer, settings: CipherSettings) {
  if (!method.mode)
    return unusable("上游把 AES-CBC 的 IV 放在密文最前面：站点只读固定的 IV，请在上游改");
  const { aesKey, aesIv, aesMode = "cbc" } = settings;
  const [newKey, newIv] = [!key.equals(aesKey), method.mode === "cbc" && !iv.equals(aesIv)];
  const envLines = [
    ...(newKey ? [`UPSTREAM_AES_KEY=hex:${key.toString("hex")}`] : []),
    ...(newIv ? [`UPSTREAM_AES_IV=hex:${iv.toString("hex")}`] : []),
    ...(method.mode === aesMode ? [] : [`UPSTREAM_AES_MODE=${method.mode}`]),
  ];
  const names = envLines.map((line) => line.split("=")[0]).join("、");
  const kind = newKey ? "key" : newIv ? "iv" : "cipher";
  const message = `${names} 的写法不对：照下面的写法写进 .env 就打得开`;
  const cause: Cause = { kind, setting: names, message };
  return { cause, envLines };
}

function causeWithoutMatch(all: Buffer[], settings: CipherSettings): CipherCause {
  const long = all.filter(({ length }) => length > 2 * BLOCK);
  const opened = (key: Buffer) => long.every((bytes) => opensButFirstBlock(key, bytes));
  if (long.length > 0 && keysFrom(settings).some(opened)) {
    return unusable(
      "UPSTREAM_AES_IV 不对：密钥打得开每段数据的第 17 字节以后，只有开头 16 字节是乱的",
      { kind: "iv", setting: "UPSTREAM_AES_IV" },
    );
  }
  if (all.some(({ length }) => length % BLOCK !== 0)) {
    return unusable(
      "密文的长度不是 16 的倍数：上游用的不是 CBC 或 ECB（多半是 GCM 或 CTR），请在上游改",
    );
  }
  const repeats = all.some((bytes) => {
    const blocks = bytes.toString("hex").match(/.{32}/g) ?? [];
    return new Set(blocks).size < blocks.length;
  });
  const mode = repeats ? "；密文里有相同的块，上游用的是 ECB，另需 UPSTREAM_AES_MODE=ecb" : "";
  const message = `UPSTREAM_AES_KEY 不对：试过文本、十六进制、base64、补零、MD5 等写法，都打不开${mode}`;
  return unusable(message, { kind: "key", setting: "UPSTREAM_AES_KEY" });
}

/** With CBC a wrong IV garbles only the first block. */
function opensButFirstBlock(key: Buffer, bytes: Buffer): boolean {
  try {
    const rest = decipher("cbc", key, bytes.subarray(0, BLOCK), bytes.subarray(BLOCK));
    // its first bytes may be the rest of a UTF-8 character
    const whole = rest.subarray(rest.findIndex((byte) => (byte & 0xc0) !== 0x80));
    return /[}\]"\d]$/.test(withoutPadding(whole));
  } catch {
    return false;
  }
}
