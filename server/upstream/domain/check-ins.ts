import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { checkIns } from "../db/ledger-schema.ts";
import { ApiError, badRequest } from "../http/api-error.ts";
import { withLockedAccount } from "./ledger.ts";
import type { Member } from "./members.ts";
import { previousDate, shanghaiDate } from "./shanghai-time.ts";

/** The rewards of a cycle of seven days in a row. */
const cycle = [
  { unit: "coins", amount: 1 },
  { unit: "coins", amount: 1 },
  { unit: "vipDays", amount: 1 },
  { unit: "coins", amount: 2 },
  { unit: "coins", amount: 2 },
  { unit: "coins", amount: 3 },
  { unit: "vipDays", amount: 3 },
] as const;

const YEAR = 366;

async function streakOn(db: Database, member: Member, date: string): Promise<number | undefined> {
  const [row] = await db
    .select({ streak: checkIns.streak })
    .from(checkIns)
    .where(and(eq(checkIns.memberId, member.id), eq(checkIns.date, date)));
  return row?.streak;
}

/** Days in a row up to today, or up to yesterday while today's check-in is open. */
export async function currentStreak(db: Database, member: Member): Promise<number> {
  const today = shanghaiDate(new Date());
  const upToToday = await streakOn(db, member, today);
  return upToToday ?? (await streakOn(db, member, previousDate(today))) ?? 0;
}

/** The dates of the last year on which the member checked in. */
export async function checkedDates(db: Database, member: Member): Promise<string[]> {
  const rows = await db
    .select({ date: checkIns.date })
    .from(checkIns)
    .where(eq(checkIns.memberId, member.id))
    .orderBy(desc(checkIns.date))
    .limit(YEAR);
  return rows.map(({ date }) => date);
}

/**
 * Checks in for today and pays the day's reward.
 * @param wanted what the caller showed to the member: it has to be what the day brings
 * @throws {ApiError} 400 for another date or reward, 500 for a second time
 */
export async function checkIn(
  db: Database,
  member: Member,
  wanted: { date: string; unit: "coins" | "vipDays"; amount: number },
): Promise<void> {
  const today = shanghaiDate(new Date());
  if (wanted.date !== today) throw badRequest("只能签到当天，请刷新后再试");
  await withLockedAccount(db, member.id, async ({ tx, now, move }) => {
    const before = (await streakOn(tx, member, previousDate(today))) ?? 0;
    const [done] = await tx
      .insert(checkIns)
      .values({ memberId: member.id, date: today, streak: before + 1, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (!done) throw new ApiError(500, "今日已经打过卡了,明天再来吧...");
    const reward = cycle[before % cycle.length];
    if (reward?.unit !== wanted.unit || reward.amount !== wanted.amount) {
      throw badRequest("签到奖励已变化，请刷新后再试");
    }
    const note = `连续签到第${before + 1}天`;
    await move({ ...reward, reason: "checkIn", note });
  });
}
