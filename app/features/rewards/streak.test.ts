import { expect, test } from "vitest";
import { shanghaiDay } from "../../ui/format/shanghai-time.ts";
import { checkInsOn, rewardAfter, streakOf, week } from "./streak.ts";

const days = (...dates: string[]) => Object.fromEntries(dates.map((date) => [date, true]));
const nextDay = (date: string) => shanghaiDay(Date.parse(`${date}T23:59:59+08:00`) + 1_000);
const formatReward = ({ kind, amount }: { kind: string; amount: number }) =>
  `${amount}${kind === "coins" ? "" : "天"}`;

/** Simulates a month: `x` is a day with a check-in, `-` a day without. */
function month(first: string, calendar: string) {
  const signed: Record<string, boolean> = {};
  let date = first;
  return [...calendar.replaceAll(" ", "")].map((mark) => {
    const checkIns = checkInsOn(date, signed, 0);
    const reward = mark === "x" ? formatReward(rewardAfter(checkIns.before)) : "";
    if (mark === "x") signed[date] = true;
    const streak = streakOf(checkInsOn(date, signed, 0));
    date = nextDay(date);
    return { reward, streak };
  });
}
const rewards = (played: ReturnType<typeof month>) => played.map(({ reward }) => reward || "-");

test("a month without gaps repeats the cycle", () => {
  const played = month("2025-01-15", "x".repeat(31));
  expect(rewards(played).join(" ")).toBe(
    "1 1 1天 2 2 3 3天 1 1 1天 2 2 3 3天 1 1 1天 2 2 3 3天 1 1 1天 2 2 3 3天 1 1 1天",
  );
  expect(played.map(({ streak }) => streak)).toEqual(
    Array.from({ length: 31 }, (_, index) => index + 1),
  );
});

test("every gap restarts the cycle, even across the end of a month and a leap day", () => {
  const played = month("2024-02-20", "xxx-xx--xxxxxxxxx-x");
  expect(rewards(played).join(" ")).toBe("1 1 1天 - 1 1 - - 1 1 1天 2 2 3 3天 1 1 - 1");
  expect(played.map(({ streak }) => streak)).toEqual([
    1, 2, 3, 3, 1, 2, 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 1,
  ]);
});

test("without a check-in today or yesterday the streak is 0, whatever the server counts", () => {
  const missed = checkInsOn("2025-06-15", days("2025-06-13", "2025-06-12"), 9);
  expect(streakOf(missed)).toBe(0);
  expect(formatReward(rewardAfter(missed.before))).toBe("1");
});

test("a date that the server sends as false is a gap", () => {
  const signed = { ...days("2025-06-14", "2025-06-12"), "2025-06-13": false };
  expect(streakOf(checkInsOn("2025-06-15", signed, 5))).toBe(1);
  expect(streakOf(checkInsOn("2025-06-15", { "2025-06-15": false }, 5))).toBe(0);
});

test("if the server sends no dates, its count is used", () => {
  expect(streakOf(checkInsOn("2025-06-15", {}, 12))).toBe(12);
  expect(streakOf(checkInsOn("2025-06-15", {}, 0))).toBe(0);
  expect(streakOf(checkInsOn("2025-06-15", { total: true }, 3))).toBe(3);
});

test("if the dates start within the streak, the server's count includes earlier days", () => {
  const lately = days("2025-06-13", "2025-06-14");
  expect(checkInsOn("2025-06-15", lately, 400)).toMatchObject({ before: 400, signedToday: false });
  const today = { ...lately, ...days("2025-06-15") };
  expect(checkInsOn("2025-06-15", today, 401)).toMatchObject({ before: 400, signedToday: true });
  expect(checkInsOn("2025-06-15", lately, 0).before).toBe(2);
});

test("the date changes at midnight in Shanghai, even for visitors in other time zones", () => {
  const yesterday = days("2025-06-14", "2025-06-15");
  const lastSecond = shanghaiDay(Date.parse("2025-06-15T23:59:59+08:00"));
  expect(checkInsOn(lastSecond, yesterday, 2)).toMatchObject({ signedToday: true, before: 1 });
  // in Los Angeles, it is nine in the morning of the 15th
  const firstSecond = shanghaiDay(Date.parse("2025-06-15T09:00:00-07:00"));
  expect(checkInsOn(firstSecond, yesterday, 2)).toMatchObject({ signedToday: false, before: 2 });
});

const drawn = (before: number, signedToday: boolean) =>
  week({ today: "2025-06-15", before, signedToday })
    .map(({ today, done }) => (today ? (done ? "T" : "t") : done ? "x" : "."))
    .join("");

test("the strip marks past days and today, and starts again after the seventh day", () => {
  expect(drawn(0, false)).toBe("t......");
  expect(drawn(0, true)).toBe("T......");
  expect(drawn(2, false)).toBe("xxt....");
  expect(drawn(6, true)).toBe("xxxxxxT");
  expect(drawn(7, false)).toBe("t......");
  expect(drawn(16, true)).toBe("xxT....");
});
