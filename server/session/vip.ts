import type { Profile } from "../contract/index.ts";

/** VIP has three meanings, independent on purpose because the upstream stores them in different fields. */

export const DAY_MS = 24 * 60 * 60 * 1_000;

type VipFields = Pick<Profile, "vipLevel" | "vipPeriod" | "vipUntil">;

export const mayEnterHiddenSection = ({ vipLevel, vipPeriod }: VipFields): boolean =>
  vipLevel === 3 || vipPeriod > 0;

export function mayWatchInFull({ vipLevel, vipPeriod, vipUntil }: VipFields, now: Date): boolean {
  const until = parseShanghaiTime(vipUntil);
  return vipLevel > 0 && until !== undefined && now.getTime() < until + vipPeriod * DAY_MS;
}

/** `daysLeft` is rounded up, so never 0. */
export type AccountStatus = { vip: false } | { vip: true; daysLeft: number; until: string };

export function accountStatus({ vipPeriod, vipUntil }: VipFields, now: Date): AccountStatus {
  const until = parseShanghaiTime(vipUntil);
  const left = until === undefined ? 0 : until - now.getTime();
  if (vipPeriod === 0 || left <= 0) return { vip: false };
  const days = Math.floor(left / DAY_MS);
  const hasHoursLeft = left - days * DAY_MS >= DAY_MS / 24;
  const daysLeft = Math.max(1, hasHoursLeft ? days + 1 : days);
  return { vip: true, daysLeft, until: vipUntil.slice(0, 10) };
}

/** Parses 'YYYY-MM-DD HH:mm:ss' or 'YYYY-MM-DD' in Asia/Shanghai (no DST) to milliseconds since 1970. */
export function parseShanghaiTime(text: string): number | undefined {
  const [, day, time = "00:00:00"] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?/.exec(text.trim()) ?? [];
  const moment = Date.parse(`${day}T${time}+08:00`);
  return Number.isNaN(moment) ? undefined : moment;
}
