import { VIP_PLANS } from "../../contract/rules.ts";

/**
 * The contract's three rules read three fields, which this file updates together:
 * | status | memberVip | vipPeriod | vipDate | hidden section, plays in full, account status |
 * |---|---|---|---|---|
 * | none or expired | 0 | 0 | '' or past | no |
 * | trial: days from invites and check-ins | 1 | 5 | expiry | yes |
 * | bought | 3 | 1 to 4 by plan | expiry | yes |
 * An expired status is reported as none, because 'plays in full' adds vipPeriod days to vipDate.
 */
interface VipStatus {
  vipLevel: number;
  vipPeriod: number;
  vipUntil: Date | null;
}

const DAY = 86_400_000;
const TRIAL = { vipLevel: 1, vipPeriod: 5 };
const BOUGHT = 3;

/** 1 for the shortest plan, 4 for the longest. */
const badgeFor = (days: number) => VIP_PLANS.filter((plan) => plan.days <= days).length;

export function vipAt({ vipLevel, vipPeriod, vipUntil }: VipStatus, now: Date): VipStatus {
  const active = vipUntil !== null && vipUntil > now;
  return active ? { vipLevel, vipPeriod, vipUntil } : { vipLevel: 0, vipPeriod: 0, vipUntil };
}

/**
 * Fewer days than the shortest plan count as a trial. A bought badge is replaced only by a higher
 * bought one, never by a trial's.
 */
export function withVipDays(member: VipStatus, days: number, now: Date): VipStatus {
  const current = vipAt(member, now);
  const from = Math.max(now.getTime(), current.vipUntil?.getTime() ?? 0);
  const held = current.vipLevel === BOUGHT ? current.vipPeriod : 0;
  const badge = Math.max(held, badgeFor(days));
  const status = badge > 0 ? { vipLevel: BOUGHT, vipPeriod: badge } : TRIAL;
  return { ...status, vipUntil: new Date(from + days * DAY) };
}
