import { expect, it } from "vitest";
import type { Member } from "./members.ts";
import { vipAt, withVipDays } from "./vip.ts";

const DAY = 86_400_000;
const now = new Date("2026-11-21T04:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * DAY);
const member = (vipLevel = 0, vipPeriod = 0, vipUntil: Date | null = null) =>
  ({ vipLevel, vipPeriod, vipUntil }) as Member;

const nobody = member();
const onTrial = member(1, 5, inDays(2));
const onYear = member(3, 3, inDays(100));
const lapsedYear = member(3, 3, inDays(-1));

it.each([
  ["an invite's day is a trial", nobody, 1, 1, 5, 1],
  ["a check-in's days prolong a trial", onTrial, 3, 1, 5, 5],
  ["a check-in's day prolongs a bought year, which keeps its badge", onYear, 1, 3, 3, 101],
  ["a day after a lapsed year is a trial from now on", lapsedYear, 1, 1, 5, 1],
  ["30 days", nobody, 30, 3, 1, 30],
  ["90 days", nobody, 90, 3, 2, 90],
  ["365 days", nobody, 365, 3, 3, 365],
  ["3650 days", nobody, 3650, 3, 4, 3650],
  ["30 days bought during a trial end the trial's badge", onTrial, 30, 3, 1, 32],
  ["30 days bought during a year keep the year's badge", onYear, 30, 3, 3, 130],
])("%s", (_fact, before, days, vipLevel, vipPeriod, left) => {
  expect(withVipDays(before, days, now)).toEqual({ vipLevel, vipPeriod, vipUntil: inDays(left) });
});

/** The site's three VIP rules (`server/session/vip.ts`). */
const rules = ({ vipLevel, vipPeriod, vipUntil }: ReturnType<typeof vipAt>, at: Date) => {
  const until = vipUntil?.getTime() ?? Number.NaN;
  return [
    vipLevel === 3 || vipPeriod > 0,
    vipLevel > 0 && at.getTime() < until + vipPeriod * DAY,
    vipUntil !== null && vipPeriod !== 0 && until > at.getTime(),
  ];
};

it.each([
  ["bought", onYear],
  ["trial", onTrial],
])("%s: all three VIP rules hold until the expiry and none after it", (_kind, status) => {
  const expiry = status.vipUntil?.getTime() ?? 0;
  const justBefore = new Date(expiry - 1);
  const justAfter = new Date(expiry + 1);
  expect(rules(vipAt(status, justBefore), justBefore)).toEqual([true, true, true]);
  expect(rules(vipAt(status, justAfter), justAfter)).toEqual([false, false, false]);
});
