import { CHECK_IN_REWARDS } from "../../../server/contract/rules.ts";
import { texts } from "../../texts/index.ts";
import { msUntilTomorrow, previousDay, shanghaiDay } from "../../ui/format/shanghai-time.ts";

export interface Reward {
  kind: "coins" | "vipDays";
  amount: number;
}

type SignedDates = Readonly<Record<string, boolean>>; // 'YYYY-MM-DD' in Shanghai

export interface CheckIns {
  today: string;
  signedToday: boolean;
  before: number; // consecutive days with a check-in, up to yesterday
}

/** Uses the upstream's `count` if it sent no dates, or if the streak reaches its first date and the count is higher. */
export function checkInsOn(today: string, signed: SignedDates, count: number): CheckIns {
  const dates = Object.keys(signed)
    .filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))
    .sort();
  if (dates.length === 0) return { today, signedToday: false, before: Math.max(0, count) };
  const signedToday = signed[today] === true;
  let before = 0;
  let day = previousDay(today);
  for (; signed[day] === true; day = previousDay(day)) before += 1;
  const reachesFirstDate = before > 0 && day < (dates[0] ?? "");
  return {
    today,
    signedToday,
    before: reachesFirstDate ? Math.max(before, count - Number(signedToday)) : before,
  };
}

export const checkInsAt = (instant: number, signed: SignedDates, count: number) => ({
  ...checkInsOn(shanghaiDay(instant), signed, count),
  msUntilMidnight: msUntilTomorrow(instant),
});

export const streakOf = ({ before, signedToday }: CheckIns) => before + Number(signedToday);

const positionInCycle = (before: number) => before % CHECK_IN_REWARDS.length;

export const rewardAfter = (before: number): Reward =>
  CHECK_IN_REWARDS[positionInCycle(before)] ?? CHECK_IN_REWARDS[0];

export function week({ before, signedToday }: CheckIns) {
  const position = positionInCycle(before);
  return CHECK_IN_REWARDS.map((reward, index) => ({
    reward,
    day: index + 1,
    today: index === position,
    done: index < position || (index === position && signedToday),
  }));
}

export const rewardText = ({ kind, amount }: Reward) => `${amount}${texts.rewards.units[kind]}`;
