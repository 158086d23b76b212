import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** What a sealed text is for; one made for one purpose does not open for another. */
export type Purpose = "session" | "image" | "stream" | "upload" | "answer" | "flight";

/**
 * Seals texts so that the browser can carry but neither read nor change them: AES-256-GCM, base64url of
 * nonce (12 bytes), ciphertext and tag (16 bytes).
 */
export interface Sealer {
  /** A new sealed text every time. */
  seal(purpose: Purpose, text: string): string;
  /** The same sealed text for the same text (a synthetic nonce), so that its address can be cached. */
  sealStable(purpose: Purpose, text: string): string;
  /** The text, or undefined for anything this site did not seal with a current secret. */
  open(purpose: Purpose, sealed: string): string | undefined;
  /** Whether the first secret sealed it; what another one did is to be sealed anew. */
  isCurrent(purpose: Purpose, sealed: string): boolean;
}

const NONCE = 12;
const TAG = 16;

interface Keys {
  cipher: Buffer;
  nonce: Buffer;
}

/** @param secrets the first seals, all open, so that secrets can be rotated */
export function createSealer(secrets: readonly string[]): Sealer {
  const derived = new Map<string, Keys>();
  const keysFor = (secret: string, purpose: Purpose): Keys => {
    const name = `${purpose}:${secret}`;
    const known = derived.get(name);
    if (known) return known;
    const material = Buffer.from(hkdfSync("sha256", secret, "chengying", purpose, 64));
    const keys = { cipher: material.subarray(0, 32), nonce: material.subarray(32) };
    derived.set(name, keys);
    return keys;
  };
  const current = (purpose: Purpose) => keysFor(secrets[0] ?? "", purpose);

  return {
    seal: (purpose, text) => encrypt(current(purpose), randomBytes(NONCE), text),
    sealStable(purpose, text) {
      const keys = current(purpose);
      const nonce = createHmac("sha256", keys.nonce).update(text).digest().subarray(0, NONCE);
      return encrypt(keys, nonce, text);
    },
    isCurrent: (purpose, sealed) =>
      decrypt(current(purpose), Buffer.from(sealed, "base64url")) !== undefined,
    open(purpose, sealed) {
      const data = Buffer.from(sealed, "base64url");
      for (const secret of secrets) {
        const text = decrypt(keysFor(secret, purpose), data);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

function encrypt(keys: Keys, nonce: Buffer, text: string): string {
  const cipher = createCipheriv("aes-256-gcm", keys.cipher, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url");
}

function decrypt(keys: Keys, data: Buffer): string | undefined {
  if (data.length < NONCE + TAG) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", keys.cipher, data.subarray(0, NONCE));
  decipher.setAuthTag(data.subarray(-TAG));
  try {
    const body = decipher.update(data.subarray(NONCE, -TAG));
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
