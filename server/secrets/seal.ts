import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomFillSync,
  timingSafeEqual,
} from "node:crypto";

/** What a sealed text is for; it cannot be opened for another purpose. */
type Purpose =
  | "session"
  | "device"
  | "image"
  | "stream"
  | "upload"
  | "answer"
  | "flight"
  | "order"
  | "entry";

/** Authenticated encryption of texts that browsers carry, as base64url. */
export interface Sealer {
  /** A different result each time: AES-256-GCM; nonce (12 bytes), ciphertext, tag (16 bytes). */
  seal(purpose: Purpose, text: string): string;
  /** Undefined for anything not sealed by `seal` with one of the secrets. */
  open(purpose: Purpose, sealed: string): string | undefined;
  /**
   * Deterministic, so that addresses can be cached, and short: a synthetic nonce (16 bytes of HMAC-SHA256 over holder
   * and text), which is also the tag, followed by AES-256-CTR ciphertext.
   *
   * @param holder must be given to open it; not contained in the sealed text
   */
  sealStable(purpose: Purpose, text: string, holder?: string): string;
  /** Undefined for anything not sealed by `sealStable` for this holder. */
  openStable(purpose: Purpose, sealed: string, holder?: string): string | undefined;
  /** 32 bytes of HMAC-SHA256 over the text, with the first secret. */
  derive(purpose: Purpose, text: string): Buffer;
  /** Whether the first secret sealed it; otherwise seal it again. */
  isCurrent(purpose: Purpose, sealed: string): boolean;
}

const NONCE = 12;
const TAG = 16;

/** Random nonces are generated in bulk: one at a time costs nearly as much as the encryption. */
const nonces = Buffer.alloc(NONCE * 256);
let nextAt = nonces.length;

function nextNonce(): Buffer {
  if (nextAt === nonces.length) {
    randomFillSync(nonces);
    nextAt = 0;
  }
  nextAt += NONCE;
  return nonces.subarray(nextAt - NONCE, nextAt);
}

interface Keys {
  cipher: Buffer;
  stableCipher: Buffer;
  hash: Buffer;
}

/** @param secrets the first one seals, all of them open, for rotation */
export function createSealer(secrets: readonly string[]): Sealer {
  const derived = new Map<string, Keys>();
  const keysFor = (secret: string, purpose: Purpose): Keys => {
    const name = `${purpose}:${secret}`;
    const existing = derived.get(name);
    if (existing) return existing;
    const material = Buffer.from(hkdfSync("sha256", secret, "chengying", purpose, 96));
    const part = (from: number) => material.subarray(from, from + 32);
    const keys = { cipher: part(0), hash: part(32), stableCipher: part(64) };
    derived.set(name, keys);
    return keys;
  };
  const current = (purpose: Purpose) => keysFor(secrets[0] ?? "", purpose);
  const firstThatOpens = (purpose: Purpose, open: (keys: Keys) => string | undefined) => {
    for (const secret of secrets) {
      const text = open(keysFor(secret, purpose));
      if (text !== undefined) return text;
    }
    return undefined;
  };

  return {
    seal: (purpose, text) => encrypt(current(purpose), text),
    isCurrent: (purpose, sealed) =>
      secrets.length === 1 ||
      decrypt(current(purpose), Buffer.from(sealed, "base64url")) !== undefined,
    open(purpose, sealed) {
      const data = Buffer.from(sealed, "base64url");
      return firstThatOpens(purpose, (keys) => decrypt(keys, data));
    },
    derive: (purpose, text) => createHmac("sha256", current(purpose).hash).update(text).digest(),
    sealStable: (purpose, text, holder = "") => encryptStable(current(purpose), text, holder),
    openStable(purpose, sealed, holder = "") {
      const data = Buffer.from(sealed, "base64url");
      if (data.length < TAG) return undefined;
      return firstThatOpens(purpose, (keys) => decryptStable(keys, data, holder));
    },
  };
}

function encrypt({ cipher: key }: Keys, text: string): string {
  const nonce = nextNonce();
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url");
}

function decrypt({ cipher: key }: Keys, data: Buffer): string | undefined {
  if (data.length < NONCE + TAG) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, data.subarray(0, NONCE));
  decipher.setAuthTag(data.subarray(-TAG));
  try {
    const body = decipher.update(data.subarray(NONCE, -TAG));
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** SIV (Rogaway and Shrimpton, 2006): RFC 5297 with HMAC-SHA256 in place of CMAC (docs/decisions/0011). */
function encryptStable(keys: Keys, text: string, holder: string): string {
  const bytes = Buffer.from(text);
  const nonce = syntheticNonce(keys, bytes, holder);
  const body = createCipheriv("aes-256-ctr", keys.stableCipher, nonce).update(bytes);
  return Buffer.concat([nonce, body]).toString("base64url");
}

function decryptStable(keys: Keys, data: Buffer, holder: string): string | undefined {
  const nonce = data.subarray(0, TAG);
  const decipher = createDecipheriv("aes-256-ctr", keys.stableCipher, nonce);
  const bytes = decipher.update(data.subarray(TAG));
  const isGenuine = timingSafeEqual(nonce, syntheticNonce(keys, bytes, holder));
  return isGenuine ? bytes.toString("utf8") : undefined;
}

/** Prefixed with the holder's length, so that different pairs of holder and text never give the same input. */
function syntheticNonce({ hash }: Keys, text: Buffer, holder: string) {
  const mac = createHmac("sha256", hash).update(`${holder.length}:${holder}`).update(text);
  return mac.digest().subarray(0, TAG);
}
