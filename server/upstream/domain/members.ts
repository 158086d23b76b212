import { createHash, randomBytes, randomInt } from "node:crypto";
import { and, eq, isNull, lte, ne } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { members, tokens } from "../db/schema.ts";
import { loggedInElsewhere, passwordChangedElsewhere, sessionExpired } from "../http/api-error.ts";

export type Member = typeof members.$inferSelect;

const TOKEN_DAYS = 30;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);

/**
 * The member of a device; a new device gets a new member.
 * Safe to call in parallel: the database's unique constraint decides who creates it.
 */
export async function memberOfDevice(db: Database, uuid: string): Promise<Member> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const [known] = await db.select().from(members).where(eq(members.uuid, uuid));
    if (known) return known;
    // nothing comes back when another call was first, or, rarely, when the code is taken: look again
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

/** A fresh token; older ones of the member stay valid until they expire, 30 days after they were made. */
export async function issueToken(db: Database, member: Member): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .delete(tokens)
    .where(and(eq(tokens.memberId, member.id), lte(tokens.expiresAt, new Date())));
  await db
    .insert(tokens)
    .values({ hash: hashOf(token), memberId: member.id, expiresAt: daysFromNow(TOKEN_DAYS) });
  return token;
}

/** Ends a member's tokens, all but `kept`, and keeps why until they would have expired. */
export async function revokeTokens(
  db: Database,
  member: Member,
  why: "elsewhere" | "password",
  kept = "",
): Promise<void> {
  await db
    .update(tokens)
    .set({ ended: why })
    .where(
      and(eq(tokens.memberId, member.id), ne(tokens.hash, hashOf(kept)), isNull(tokens.ended)),
    );
}

/**
 * Keeps a new password and ends the member's other sessions.
 * @param kept the token that goes on
 * @returns false, with nothing done, when the password is no longer the one that `member` was read with
 */
export function replacePassword(
  db: Database,
  member: Member,
  passwordHash: string,
  kept: string,
): Promise<boolean> {
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
    await revokeTokens(tx, member, "password", kept);
    return true;
  });
}

/**
 * Whom a token speaks for.
 * @throws {ApiError} 8000 when it is unknown or has expired; 10040 after a login and SYS.0015 after a new password elsewhere
 */
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
