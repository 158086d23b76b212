import { desc, eq } from "drizzle-orm";
import type { Contract } from "../../contract/index.ts";
import { INVITE_VIP_DAYS, WATCH_TASK_MINUTES } from "../../contract/rules.ts";
import { insertOnce } from "../db/client.ts";
import { invites } from "../db/member-schema.ts";
import { members } from "../db/schema.ts";
import { toAbsolute } from "../domain/addresses.ts";
import { ApiError, badRequest, forbidden, notFound } from "../domain/api-error.ts";
import { PAGE_SIZE } from "../domain/catalogue.ts";
import { withLockedAccount } from "../domain/ledger.ts";
import * as rewards from "../domain/rewards.ts";
import { formatShanghaiTime, shanghaiDate } from "../domain/shanghai-time.ts";
import type { Handlers } from "../http/implement.ts";

/** `commodityType` of a reward. */
const COINS = 1;

export const rewardsHandlers: Handlers<Contract>["rewards"] = {
  async checkIn({ amount, commodityType, date }, { db, member }) {
    const unit = commodityType === COINS ? "coins" : "vipDays";
    await rewards.checkIn(db, member, { date, unit, amount });
  },

  async checkedDates(_body, { db, member }) {
    const dates = await rewards.checkedDates(db, member);
    return Object.fromEntries(dates.map((date) => [date, true]));
  },

  streak: (_body, { db, member }) => rewards.currentStreak(db, member),

  async claimDailyLogin(_body, { db, member }) {
    const paid = await withLockedAccount(db, member.id, (account) =>
      rewards.claim(account, "dailyLogin", shanghaiDate(account.now)),
    );
    if (!paid) throw new ApiError(500, "今日已经签到过了");
  },

  firstRecharge: (_body, { db, member }) =>
    rewards.isClaimed(db, member, "firstRecharge", rewards.ONCE),

  async claimWatching(_body, { db, member }) {
    const today = shanghaiDate(new Date());
    if ((await rewards.secondsWatched(db, member, today)) < WATCH_TASK_MINUTES * 60) return false;
    await withLockedAccount(db, member.id, (account) => rewards.claim(account, "watching", today));
    return true;
  },
};

export const inviteHandlers: Handlers<Contract>["invite"] = {
  async bind({ parentId }, { db, member }) {
    if (parentId === member.code) throw badRequest("不能填写自己的邀请码");
    const [inviter] = await db.select().from(members).where(eq(members.code, parentId));
    if (!inviter) throw notFound("邀请码不存在");
    await withLockedAccount(db, inviter.id, async ({ tx, now, move }) => {
      const row = { inviterId: inviter.id, invitedId: member.id, createdAt: now };
      if (!(await insertOnce(tx, invites, row))) throw new ApiError(2003, "已经绑定过邀请人");
      const note = `邀请好友${member.nickname}`;
      await move({ unit: "vipDays", amount: INVITE_VIP_DAYS, reason: "invite", note });
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
      .limit(PAGE_SIZE)
      .offset((currentPage - 1) * PAGE_SIZE);
    return {
      list: rows.map(({ invite, invited }) => ({
        id: invite.id,
        memberAvatar: toAbsolute(invited.avatar, origin),
        memberNichen: invited.nickname,
        createTime: formatShanghaiTime(invite.createdAt),
      })),
    };
  },
};
