import type { rewardsEndpoints } from "../../contract/rewards.ts";
import { checkedDates, checkIn, currentStreak } from "../domain/check-ins.ts";
import { withLockedAccount } from "../domain/ledger.ts";
import { shanghaiDate } from "../domain/shanghai-time.ts";
import { claim, isClaimed, ONCE, secondsWatched, WATCH_SECONDS } from "../domain/tasks.ts";
import { ApiError } from "../http/api-error.ts";
import type { Handlers } from "../http/implement.ts";

const COINS = 1;

export const rewardsHandlers: Handlers<{ rewards: typeof rewardsEndpoints }>["rewards"] = {
  async checkIn({ amount, commodityType, date }, { db, member }) {
    const unit = commodityType === COINS ? "coins" : "vipDays";
    await checkIn(db, member, { date, unit, amount });
  },

  async checkedDates(_body, { db, member }) {
    const dates = await checkedDates(db, member);
    return Object.fromEntries(dates.map((date) => [date, true]));
  },

  streak(_body, { db, member }) {
    return currentStreak(db, member);
  },

  async claimDailyLogin(_body, { db, member }) {
    const paid = await withLockedAccount(db, member.id, (account) =>
      claim(account, "dailyLogin", shanghaiDate(account.now)),
    );
    if (!paid) throw new ApiError(500, "今日已经签到过了");
  },

  firstRecharge(_body, { db, member }) {
    return isClaimed(db, member, "firstRecharge", ONCE);
  },

  async claimWatching(_body, { db, member }) {
    const today = shanghaiDate(new Date());
    if ((await secondsWatched(db, member, today)) < WATCH_SECONDS) return false;
    await withLockedAccount(db, member.id, (account) => claim(account, "watching", today));
    return true;
  },
};
