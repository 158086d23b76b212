import {
  createHash,
  randomBytes,
  randomInt,
  randomUUID,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";
import { and, eq, isNull, lte } from "drizzle-orm";
import { type Database, matching } from "../db/client.ts";
import { members, tokens } from "../db/schema.ts";
import { toAbsolute, toRelative } from "./addresses.ts";
import {
  badRequest,
  loggedInElsewhere,
  passwordChangedElsewhere,
  sessionExpired,
} from "./api-error.ts";
import { formatShanghaiTime } from "./shanghai-time.ts";
import { vipAt } from "./vip.ts";

export type Member = typeof members.$inferSelect;

const TOKEN_DAYS = 30;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/**
 * A device whose member has chosen a password gets a new member, because the device alone must no
 * longer give access. If calls are concurrent, the unique constraint decides.
 */
export async function findOrCreateMember(db: Database, uuid: string): Promise<Member> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const [existing] = await db.select().from(members).where(eq(members.uuid, uuid));
    if (existing && !existing.passwordHash) return existing;
    if (existing) {
      await db
        .update(members)
        .set({ uuid: `detached-${randomUUID()}` })
        .where(matching(members, { id: existing.id, uuid }));
    }
    // no row if another call was first or, rarely, if the code is taken
    const [created] = await db
      .insert(members)
      .values(newMember(uuid))
      .onConflictDoNothing()
      .returning();
    if (created) return created;
  }
  throw new Error("no free member code found in five attempts");
}

function newMember(uuid: string): typeof members.$inferInsert {
  const code = String(randomInt(10_000_000, 100_000_000));
  return {
    uuid,
    code,
    name: `u${code}`,
    nickname: `游客${code.slice(-4)}`,
    temporaryPassword: randomBytes(6).toString("base64url"),
    avatar: `/avatars/${code}.svg`,
  };
}

/** Valid for 30 days; older tokens stay valid. */
export async function issueToken(db: Database, member: Member): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .delete(tokens)
    .where(and(eq(tokens.memberId, member.id), lte(tokens.expiresAt, new Date())));
  await db
    .insert(tokens)
    .values({ hash: hashOf(token), memberId: member.id, expiresAt: inDays(TOKEN_DAYS) });
  return token;
}

/** Keeps the reason until the tokens would have expired. */
export async function revokeTokens(db: Database, member: Member, why: "elsewhere" | "password") {
  await db
    .update(tokens)
    .set({ ended: why })
    .where(and(eq(tokens.memberId, member.id), isNull(tokens.ended)));
}

/** Revokes all tokens, too. @returns false if the password has changed since `member` was read */
export function replacePassword(db: Database, member: Member, passwordHash: string) {
  const asRead = member.passwordHash
    ? eq(members.passwordHash, member.passwordHash)
    : isNull(members.passwordHash);
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(members)
      .set({ passwordHash, temporaryPassword: "" })
      .where(and(eq(members.id, member.id), asRead))
      .returning({ id: members.id });
    if (changed.length === 0) return false;
    await revokeTokens(tx, member, "password");
    return true;
  });
}

/** @throws {ApiError} 8000: unknown or expired, 10040: login elsewhere, SYS.0015: new password */
export async function memberOfToken(db: Database, token: string): Promise<Member> {
  const [row] = await db
    .select({ member: members, expiresAt: tokens.expiresAt, ended: tokens.ended })
    .from(tokens)
    .innerJoin(members, eq(members.id, tokens.memberId))
    .where(eq(tokens.hash, hashOf(token)));
  if (!row || row.expiresAt <= new Date()) throw sessionExpired();
  if (row.ended === "elsewhere") throw loggedInElsewhere();
  if (row.ended === "password") throw passwordChangedElsewhere();
  return row.member;
}

const KEY_BYTES = 32;
const COST = 16_384;

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const derive = (password: string, salt: Buffer, cost: number) =>
  scryptKey(password.normalize("NFKC"), salt, KEY_BYTES, { N: cost });

/** `scrypt:<cost>:<salt>:<key>`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return `scrypt:${COST}:${salt.toString("base64url")}:${key.toString("base64url")}`;
}

async function matchesHash(password: string, hash: string): Promise<boolean> {
  const [, cost, salt = "", key = ""] = hash.split(":");
  const derived = await derive(password, Buffer.from(salt, "base64url"), Number(cost));
  return timingSafeEqual(derived, Buffer.from(key, "base64url"));
}

/** Compares with the chosen password or, as long as there is none, the generated one. */
export async function isPasswordOf(
  member: Pick<Member, "passwordHash" | "temporaryPassword">,
  password: string,
): Promise<boolean> {
  if (member.passwordHash) return matchesHash(password, member.passwordHash);
  const [given, stored] = [Buffer.from(password), Buffer.from(member.temporaryPassword)];
  return stored.length > 0 && given.length === stored.length && timingSafeEqual(given, stored);
}

export const FEN_PER_YUAN = 100;
const LONGEST_NICKNAME = 20;
const LONGEST_SIGNATURE = 100;
const UPSTREAM_PICTURE = /^\/(avatars|uploads|art|covers)\/[\w-]+\.\w+$/;

export function memberToWire(member: Member, origin: string) {
  const vip = vipAt(member, new Date());
  return {
    memberCode: member.code,
    memberName: member.name,
    memberNichen: member.nickname,
    memberPwdTemp: member.temporaryPassword,
    memberAvatar: toAbsolute(member.avatar, origin),
    memberSignature: member.signature,
    memberCion: member.coins,
    balance: member.balance / FEN_PER_YUAN,
    memberVip: vip.vipLevel,
    vipPeriod: vip.vipPeriod,
    vipDate: formatShanghaiTime(vip.vipUntil),
    // not the device's uuid itself, with which anybody could log in as the member
    h5Uuid: createHash("sha256").update(member.uuid).digest("hex").slice(0, 32),
  };
}

/** Foreign pictures are refused, because their host could track viewers. */
function picturePath(address: string, member: Member, origin: string): string {
  if (address === "" || address === toAbsolute(member.avatar, origin)) return member.avatar;
  const path = toRelative(address, origin);
  if (!UPSTREAM_PICTURE.test(path)) throw badRequest("头像须先上传");
  return path;
}

/** An empty avatar keeps the old one. @throws {ApiError} 400 */
export function checkProfileChange(
  wanted: { avatar: string; nickname: string; signature: string },
  member: Member,
  origin: string,
) {
  const [nickname, signature] = [wanted.nickname.trim(), wanted.signature.trim()];
  if (nickname === "") throw badRequest("请输入昵称");
  if ([...nickname].length > LONGEST_NICKNAME) {
    throw badRequest(`昵称不能超过${LONGEST_NICKNAME}个字`);
  }
  if ([...signature].length > LONGEST_SIGNATURE) {
    throw badRequest(`签名不能超过${LONGEST_SIGNATURE}个字`);
  }
  return { avatar: picturePath(wanted.avatar, member, origin), nickname, signature };
}
