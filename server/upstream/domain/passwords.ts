import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;
const COST = 16_384;

const derive = (password: string, salt: Buffer, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** How a password is kept: `scrypt:<cost>:<salt>:<key>`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, { N: COST });
  return `scrypt:${COST}:${salt.toString("base64url")}:${key.toString("base64url")}`;
}

async function matchesHash(password: string, hash: string): Promise<boolean> {
  const [, cost, salt = "", key = ""] = hash.split(":");
  const derived = await derive(password, Buffer.from(salt, "base64url"), { N: Number(cost) });
  return timingSafeEqual(derived, Buffer.from(key, "base64url"));
}

/** Whether a password is the member's: the one they chose, or, as long as there is none, the generated one. */
export async function isPasswordOf(
  member: { passwordHash: string | null; temporaryPassword: string },
  password: string,
): Promise<boolean> {
  if (member.passwordHash) return matchesHash(password, member.passwordHash);
  const [given, kept] = [Buffer.from(password), Buffer.from(member.temporaryPassword)];
  return kept.length > 0 && given.length === kept.length && timingSafeEqual(given, kept);
}
