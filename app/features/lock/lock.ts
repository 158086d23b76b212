import { deviceStorage } from "../../device/storage.ts";
import type { StoredLock } from "../../device/storage-schema.ts";
import { texts } from "../../texts/index.ts";

/* Keeps out who borrows the phone: the page is covered, but not encrypted. */

/** What OWASP recommends for SHA-256: several tenths of a second on a phone. */
const ROUNDS = 600_000;
const FREE_TRIES = 2;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 3_600;

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

async function hashOf(pin: string, salt: string) {
  const bytes = new TextEncoder().encode(pin);
  const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const options = { name: "PBKDF2", hash: "SHA-256", salt: bytesOf(salt), iterations: ROUNDS };
  return hexOf(await crypto.subtle.deriveBits(options, key, 256));
}

export const changeLock = (part: Partial<StoredLock>) =>
  deviceStorage.update("lock", (lock) => lock && { ...lock, ...part });

export const unlock = () => void window.dispatchEvent(new Event("unlock"));

export async function setPin(pin: string) {
  const salt = hexOf(random(16).buffer);
  const lock = { salt, hash: await hashOf(pin, salt), credential: "", wrong: 0, until: 0 };
  unlock();
  deviceStorage.update("lock", () => lock);
}

/** Until a PIN can be tried; also if the device's clock was set back. */
export const secondsToWait = ({ until }: StoredLock) =>
  Math.max(0, Math.min(Math.ceil((until - Date.now()) / 1_000), LONGEST_WAIT_SECONDS));

export async function isPin(pin: string): Promise<boolean> {
  const lock = deviceStorage.read("lock");
  if (!lock || secondsToWait(lock) > 0) return false;
  // counted first, so that leaving the page saves no try
  const wrong = lock.wrong + 1;
  const wait = wrong > FREE_TRIES ? FIRST_WAIT_SECONDS * 2 ** (wrong - FREE_TRIES - 1) : 0;
  changeLock({ wrong, until: Date.now() + Math.min(wait, LONGEST_WAIT_SECONDS) * 1_000 });
  if ((await hashOf(pin, lock.salt)) !== lock.hash) return false;
  changeLock({ wrong: 0, until: 0 });
  return true;
}

export const hasAuthenticator = async () =>
  "PublicKeyCredential" in window &&
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();

/** Asks for a finger or a face; no server checks the answer. Rejects if the visitor or the device refuses. */
export async function addCredential() {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: random(32),
      rp: { name: texts.lock.title },
      user: { id: random(16), name: texts.lock.title, displayName: texts.lock.title },
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key", alg })),
      // where the system allows it, none that its list of passkeys shows
      authenticatorSelection: {
        authenticatorAttachment: "platform",
        residentKey: "discouraged",
        userVerification: "required",
      },
    },
  });
  if (credential instanceof PublicKeyCredential)
    changeLock({ credential: hexOf(credential.rawId) });
}

/** Rejects like `addCredential`. */
export const askAuthenticator = ({ credential }: StoredLock) =>
  navigator.credentials.get({
    publicKey: {
      challenge: random(32),
      allowCredentials: [{ type: "public-key", id: bytesOf(credential) }],
      userVerification: "required",
    },
  });
