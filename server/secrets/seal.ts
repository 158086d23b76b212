import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** A text sealed for one purpose cannot be opened for another. */
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

export type Sealer = ReturnType<typeof createSealer>;

const NONCE = 12;
const TAG = 16;

interface Keys {
  cipher: Buffer;
  stableCipher: Buffer;
  hash: Buffer;
}

/**
 * Authenticated encryption of texts that browsers carry, as base64url.
 * @param secrets the first one seals, all of them open, for rotation
 */
export function createSealer(secrets: readonly string[]) {
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
    /** AES-256-GCM, a different result each time: nonce (12 bytes), ciphertext, tag (16 bytes). */
    seal: (purpose: Purpose, text: string) => encrypt(current(purpose), text),
    /** Whether the first secret sealed it; if not, the caller should seal the text again. */
    isCurrent: (purpose: Purpose, sealed: string) =>
      secrets.length === 1 ||
      decrypt(current(purpose), Buffer.from(sealed, "base64url")) !== undefined,
    open(purpose: Purpose, sealed: string) {
      const data = Buffer.from(sealed, "base64url");
      return firstThatOpens(purpose, (keys) => decrypt(keys, data));
    },
    /** 32 bytes of HMAC-SHA256 over the text, with the first secret. */
    derive: (purpose: Purpose, text: string) =>
      createHmac("sha256", current(purpose).hash).update(text).digest(),
    /**
     * Deterministic and short: a synthetic nonce (16 bytes of HMAC-SHA256 over holder and text),
     * which is also the tag, then AES-256-CTR ciphertext. The result does not contain the holder.
     */
    sealStable: (purpose: Purpose, text: string, holder = "") =>
      encryptStable(current(purpose), text, holder),
    /** Undefined also for another holder. */
    openStable(purpose: Purpose, sealed: string, holder = "") {
      const data = Buffer.from(sealed, "base64url");
      if (data.length < TAG) return undefined;
      return firstThatOpens(purpose, (keys) => decryptStable(keys, data, holder));
    },
  };
}

function encrypt({ cipher: key }: Keys, text: string): string {
  const nonce = randomBytes(NONCE);
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

/** The holder's length is included, so that no two pairs of holder and text give the same input. */
function syntheticNonce({ hash }: Keys, text: Buffer, holder: string) {
  const mac = createHmac("sha256", hash).update(`${holder.length}:${holder}`).update(text);
  return mac.digest().subarray(0, TAG);
}
