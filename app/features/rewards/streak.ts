import { texts } from "../../texts/index.ts";
import { msUntilTomorrow, previousDay, shanghaiDay } from "../../ui/shanghai-time.ts";

export interface Reward {
  kind: "coins" | "vipDays";
  amount: number;
}

/** What the seven days of a cycle bring. */
const cycle: readonly Reward[] = [
  { kind: "coins", amount: 1 },
  { kind: "coins", amount: 1 },
  { kind: "vipDays", amount: 1 },
  { kind: "coins", amount: 2 },
  { kind: "coins", amount: 2 },
  { kind: "coins", amount: 3 },
  { kind: "vipDays", amount: 3 },
];

/** Dates are 'YYYY-MM-DD' in Shanghai. */
type SignedDates = Readonly<Record<string, boolean>>;

/** What is known of a member's check-ins on a day. */
export interface CheckIns {
  today: string;
  signedToday: boolean;
  /** Days in a row up to yesterday: today's check-in is the one after them. */
  before: number;
}

/**
 * Counted back from the map of dates. Where there is no map the server's count stands; also where the run goes back
 * to the map's first date and the count is higher, because the days before that were merely not sent.
 */
export function checkInsOn(today: string, signed: SignedDates, count: number): CheckIns {
  const dates = Object.keys(signed)
    .filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))
    .sort();
  if (dates.length === 0) return { today, signedToday: false, before: Math.max(0, count) };
  const signedToday = signed[today] === true;
  let before = 0;
  let day = previousDay(today);
  for (; signed[day] === true; day = previousDay(day)) before += 1;
  const cutOff = before > 0 && day < (dates[0] ?? "");
  return {
    today,
    signedToday,
    before: cutOff ? Math.max(before, count - Number(signedToday)) : before,
  };
}

/** The same at an instant, with how long it holds, in milliseconds. */
export const checkInsAt = (instant: number, signed: SignedDates, count: number) => ({
  ...checkInsOn(shanghaiDay(instant), signed, count),
  holdsFor: msUntilTomorrow(instant),
});

export const streakOf = ({ before, signedToday }: CheckIns) => before + Number(signedToday);

const placeOf = (before: number) => before % cycle.length;

/** What the next check-in brings. */
export const rewardAfter = (before: number): Reward =>
  cycle[placeOf(before)] ?? { kind: "coins", amount: 1 };

/** The cycle's days as they stand: those behind, the one that is today's, those ahead. */
export function week({ before, signedToday }: CheckIns) {
  const place = placeOf(before);
  return cycle.map((reward, index) => ({
    reward,
    day: index + 1,
    today: index === place,
    done: index < place || (index === place && signedToday),
  }));
}

/** A reward in words, such as 1天VIP. */
export const rewardText = ({ kind, amount }: Reward) => `${amount}${texts.rewards.units[kind]}`;
