import { afterEach, describe, expect, test, vi } from "vitest";
import { accountStatus, mayEnterHiddenSection, mayWatchInFull, parseShanghaiTime } from "./vip.ts";

const now = new Date("2025-06-15T12:00:00+08:00");
const nonMember = { vipLevel: 0, vipPeriod: 0, vipUntil: "" };

afterEach(() => void vi.unstubAllEnvs());

describe("the hidden section", () => {
  test("is open at level 3 or with a period above 0, even after the membership's end", () => {
    expect(mayEnterHiddenSection({ ...nonMember, vipLevel: 3 })).toBe(true);
    expect(mayEnterHiddenSection({ ...nonMember, vipPeriod: 1 })).toBe(true);
    expect(mayEnterHiddenSection({ ...nonMember, vipPeriod: 5, vipUntil: "2001-01-01" })).toBe(
      true,
    );
  });

  test("is closed to all others", () => {
    expect(mayEnterHiddenSection(nonMember)).toBe(false);
    const other = { vipLevel: 2, vipPeriod: 0, vipUntil: "2099-01-01 00:00:00" };
    expect(mayEnterHiddenSection(other)).toBe(false);
    expect(mayEnterHiddenSection({ ...nonMember, vipPeriod: -1 })).toBe(false);
  });
});

describe("watching in full", () => {
  const member = { vipLevel: 1, vipPeriod: 0, vipUntil: "2025-06-15 12:00:01" };

  test("is allowed until the date, to the second", () => {
    expect(mayWatchInFull(member, now)).toBe(true);
    expect(mayWatchInFull({ ...member, vipUntil: "2025-06-15 12:00:00" }, now)).toBe(false);
  });

  test("is allowed for one more day for each period", () => {
    const ended = { ...member, vipUntil: "2025-06-14 12:00:01" };
    expect(mayWatchInFull(ended, now)).toBe(false);
    expect(mayWatchInFull({ ...ended, vipPeriod: 1 }, now)).toBe(true);
  });

  test("requires a level above 0 and a valid date", () => {
    expect(mayWatchInFull({ ...member, vipLevel: 0 }, now)).toBe(false);
    for (const vipUntil of ["", "soon", "2025-13-45 00:00:00"]) {
      expect(mayWatchInFull({ vipLevel: 3, vipPeriod: 9, vipUntil }, now), vipUntil).toBe(false);
    }
  });
});

describe("the account's status", () => {
  const daysLeft = (vipUntil: string) => {
    const status = accountStatus({ vipLevel: 0, vipPeriod: 1, vipUntil }, now);
    return status.vip ? status.daysLeft : undefined;
  };

  test("counts whole days, plus one if an hour or more remains", () => {
    expect(daysLeft("2025-06-18 12:00:00")).toBe(3);
    expect(daysLeft("2025-06-18 14:00:00")).toBe(4);
    expect(daysLeft("2025-06-15 23:59:59")).toBe(1);
    expect(daysLeft("2025-06-15 12:20:00")).toBe(1);
  });

  test("is not VIP after the date, without a date, or with period 0", () => {
    expect(daysLeft("2025-06-15 12:00:00")).toBeUndefined();
    expect(daysLeft("")).toBeUndefined();
    const without = { vipLevel: 3, vipPeriod: 0, vipUntil: "2099-01-01 00:00:00" };
    expect(accountStatus(without, now)).toEqual({ vip: false });
  });

  test("contains the last day", () => {
    const member = { vipLevel: 0, vipPeriod: 5, vipUntil: "2025-07-01 08:00:00" };
    expect(accountStatus(member, now)).toEqual({ vip: true, daysLeft: 16, until: "2025-07-01" });
  });
});

test("times are in Shanghai's time zone, whatever the server's is", () => {
  for (const TZ of ["UTC", "America/New_York", "Asia/Shanghai", "Pacific/Kiritimati"]) {
    vi.stubEnv("TZ", TZ);
    expect(parseShanghaiTime("2025-06-15 08:00:00"), TZ).toBe(Date.UTC(2025, 5, 15));
    expect(parseShanghaiTime("2025-06-15"), TZ).toBe(Date.UTC(2025, 5, 14, 16));
  }
});
