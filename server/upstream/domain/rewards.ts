import { desc, eq, sql } from "drizzle-orm";
import { CHECK_IN_REWARDS, TASK_COINS, WATCH_TASK_MINUTES } from "../../contract/rules.ts";
import { type Database, insertOnce, matching } from "../db/client.ts";
import { checkIns, taskClaims, watchDays } from "../db/member-schema.ts";
import { ApiError, badRequest } from "./api-error.ts";
import { type LockedAccount, withLockedAccount } from "./ledger.ts";
import type { Member } from "./members.ts";
import { previousDate, shanghaiDate, startOfDate } from "./shanghai-time.ts";

type Task = (typeof taskClaims.$inferSelect)["task"];

const taskNotes: Record<Task, string> = {
  dailyLogin: "每日登录",
  watching: `观看视频${WATCH_TASK_MINUTES}分钟`,
  firstRecharge: "首次充值VIP",
};

export const ONCE = "once";

export async function claim(account: LockedAccount, task: Task, date: string): Promise<boolean> {
  const row = { memberId: account.member.id, task, date, createdAt: account.now };
  if (!(await insertOnce(account.tx, taskClaims, row))) return false;
  await account.move({
    unit: "coins",
    amount: TASK_COINS[task],
    reason: "task",
    note: taskNotes[task],
  });
  return true;
}

export const isClaimed = async (db: Database, member: Member, task: Task, date: string) =>
  (await db.$count(taskClaims, matching(taskClaims, { memberId: member.id, task, date }))) > 0;

export interface Progress {
  /** In seconds. */
  position: number;
  at: Date;
}

/** By how much the position has advanced, but at most the time elapsed, in seconds. */
export function countWatchedSeconds(before: Progress, after: Progress): number {
  const advanced = after.position - before.position;
  const elapsed = (after.at.getTime() - before.at.getTime()) / 1000;
  return Math.max(0, Math.min(advanced, elapsed));
}

export async function addWatchedSeconds(db: Database, member: Member, seconds: number) {
  if (!(seconds > 0)) return;
  const countedAt = new Date();
  const date = shanghaiDate(countedAt);
  const sinceMidnight = (countedAt.getTime() - startOfDate(date).getTime()) / 1000;
  const counted = Math.min(seconds, sinceMidnight);
  await db
    .insert(watchDays)
    .values({ memberId: member.id, date, seconds: counted, countedAt })
    .onConflictDoUpdate({
      target: [watchDays.memberId, watchDays.date],
      set: {
        seconds: sql`${watchDays.seconds} + greatest(0, least(excluded.seconds, extract(epoch from excluded.counted_at - ${watchDays.countedAt})))`,
        countedAt: sql`greatest(${watchDays.countedAt}, excluded.counted_at)`,
      },
    });
}

export async function secondsWatched(db: Database, member: Member, date: string): Promise<number> {
  const where = matching(watchDays, { memberId: member.id, date });
  return (await db.query.watchDays.findFirst({ where }))?.seconds ?? 0;
}

const MAX_DATES = 366;

async function streakOn(db: Database, member: Member, date: string): Promise<number | undefined> {
  const where = matching(checkIns, { memberId: member.id, date });
  return (await db.query.checkIns.findFirst({ where }))?.streak;
}

/** Days in a row up to today, or up to yesterday if the member has not checked in today. */
export async function currentStreak(db: Database, member: Member): Promise<number> {
  const today = shanghaiDate(new Date());
  const upToToday = await streakOn(db, member, today);
  return upToToday ?? (await streakOn(db, member, previousDate(today))) ?? 0;
}

export async function checkedDates(db: Database, member: Member): Promise<string[]> {
  const rows = await db.query.checkIns.findMany({
    where: eq(checkIns.memberId, member.id),
    orderBy: desc(checkIns.date),
    limit: MAX_DATES,
  });
  return rows.map(({ date }) => date);
}

/** @param wanted the reward shown @throws {ApiError} 400: wrong date or reward, 500: already done */
export async function checkIn(
  db: Database,
  member: Member,
  wanted: { date: string; unit: "coins" | "vipDays"; amount: number },
): Promise<void> {
  const today = shanghaiDate(new Date());
  if (wanted.date !== today) throw badRequest("只能签到当天，请刷新后再试");
  await withLockedAccount(db, member.id, async ({ tx, now, move }) => {
    const before = (await streakOn(tx, member, previousDate(today))) ?? 0;
    const row = { memberId: member.id, date: today, streak: before + 1, createdAt: now };
    if (!(await insertOnce(tx, checkIns, row)))
      throw new ApiError(500, "今日已经打过卡了,明天再来吧...");
    const reward = CHECK_IN_REWARDS[before % CHECK_IN_REWARDS.length];
    if (reward?.kind !== wanted.unit || reward.amount !== wanted.amount) {
      throw badRequest("签到奖励已变化，请刷新后再试");
    }
    const note = `连续签到第${before + 1}天`;
    await move({ unit: reward.kind, amount: reward.amount, reason: "checkIn", note });
  });
}
