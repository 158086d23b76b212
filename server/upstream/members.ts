import { createHash, randomBytes, randomInt } from "node:crypto";
import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "./db/client.ts";
import { members, tokens } from "./db/schema.ts";

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

/** Whom a token speaks for; undefined when it is unknown or has expired. */
export async function memberOfToken(db: Database, token: string): Promise<Member | undefined> {
  const [row] = await db
    .select({ member: members })
    .from(tokens)
    .innerJoin(members, eq(members.id, tokens.memberId))
    .where(and(eq(tokens.hash, hashOf(token)), gt(tokens.expiresAt, new Date())));
  return row?.member;
}
