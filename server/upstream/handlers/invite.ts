import { desc, eq } from "drizzle-orm";
import type { inviteEndpoints } from "../../contract/invite.ts";
import { invites } from "../db/ledger-schema.ts";
import { members } from "../db/schema.ts";
import { withLockedAccount } from "../domain/ledger.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";
import { ApiError, badRequest, forbidden, notFound } from "../http/api-error.ts";
import type { Handlers } from "../http/implement.ts";
import { absolute } from "../http/origin.ts";

const PAGE = 10;
/** VIP days for the inviter. */
const REWARD = 1;

export const inviteHandlers: Handlers<{ invite: typeof inviteEndpoints }>["invite"] = {
  async bind({ parentId }, { db, member }) {
    if (parentId === member.code) throw badRequest("不能填写自己的邀请码");
    const [inviter] = await db.select().from(members).where(eq(members.code, parentId));
    if (!inviter) throw notFound("邀请码不存在");
    await withLockedAccount(db, inviter.id, async ({ tx, now, move }) => {
      const [bound] = await tx
        .insert(invites)
        .values({ inviterId: inviter.id, invitedId: member.id, createdAt: now })
        .onConflictDoNothing()
        .returning();
      if (!bound) throw new ApiError(2003, "已经绑定过邀请人");
      const note = `邀请好友${member.nickname}`;
      await move({ unit: "vipDays", amount: REWARD, reason: "invite", note });
    });
  },

  async invited({ currentPage, parentId }, { db, member, origin }) {
    if (parentId !== member.code) throw forbidden("只能查看自己邀请的好友");
    const rows = await db
      .select({ invite: invites, invited: members })
      .from(invites)
      .innerJoin(members, eq(members.id, invites.invitedId))
      .where(eq(invites.inviterId, member.id))
      .orderBy(desc(invites.id))
      .limit(PAGE)
      .offset((currentPage - 1) * PAGE);
    return {
      list: rows.map(({ invite, invited }) => ({
        id: invite.id,
        memberAvatar: absolute(invited.avatar, origin),
        memberNichen: invited.nickname,
        createTime: formatShanghaiTime(invite.createdAt),
      })),
    };
  },
};
