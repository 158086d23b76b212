import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../server/upstream/db/client.ts";
import { members, tokens } from "../../../server/upstream/db/schema.ts";
import { hashPassword, revokeTokens } from "../../../server/upstream/domain/members.ts";
import type { Visitor } from "../servers/site.ts";

/** The visitor's member code; '' if signed out. Registers a new visitor as a guest. */
export const codeOf = async (visitor: Pick<Visitor, "read">): Promise<string> =>
  /"code":"(\d+)"/.exec(await visitor.read("/member"))?.[1] ?? "";

/** A member's account on the reference upstream, and ways to end its sessions there. */
export async function accountOf(db: Database, code: string | undefined) {
  const [member] = await db
    .select()
    .from(members)
    .where(eq(members.code, code ?? ""));
  if (!member) throw new Error(`no member ${code}`);
  return {
    member,
    choosePassword: async (password: string) => {
      await db
        .update(members)
        .set({ passwordHash: await hashPassword(password), temporaryPassword: "" })
        .where(eq(members.id, member.id));
    },
    /** With the codes 8000, 10040 and SYS.0015. */
    end: {
      expired: () => db.delete(tokens).where(eq(tokens.memberId, member.id)),
      elsewhere: () => revokeTokens(db, member, "elsewhere"),
      password: () => revokeTokens(db, member, "password"),
    },
  };
}

export async function memberCount(db: Database): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(members);
  return row?.count ?? 0;
}
