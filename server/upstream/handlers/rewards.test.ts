import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RegisteredDevice, registerDevice } from "../../../tests/support/upstream/device.ts";
import { addWatchedSeconds, countWatchedSeconds } from "../domain/rewards.ts";
import { shanghaiDate } from "../domain/shanghai-time.ts";
import { startUpstream, type Upstream } from "../start.ts";

const DAY = 86_400_000;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.stop());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date("2026-12-01T10:00:00+08:00"));
});
afterEach(() => {
  vi.useRealTimers();
});

const today = () => shanghaiDate(new Date());
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const streak = async (visitor: RegisteredDevice) =>
  (await visitor.get<number>("/renren-api/api/sign/count")).data;
const checkIn = (
  visitor: RegisteredDevice,
  amount: number,
  commodityType: number,
  date = today(),
) => visitor.send("/renren-api/api/sign", { amount, commodityType, date });

/** Amount and kind of each day's reward. */
const cycle = [
  [1, 1],
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 1],
  [3, 1],
  [3, 2],
] as const;
const rewardAfter = (days: number) => cycle[days % 7] ?? cycle[0];

describe("checking in", () => {
  it("over a month with two missed days: the streak picks the reward and starts again", async () => {
    const visitor = await registerDevice(upstream, "month-device");
    const missed = new Set([10, 20]);
    let expected = 0;
    let coins = 0;
    let days = 0;
    for (let day = 1; day <= 28; day += 1, pass(DAY)) {
      if (missed.has(day)) {
        expected = 0;
        continue;
      }
      expect(await streak(visitor), `before day ${day}`).toBe(expected);
      const [amount, kind] = rewardAfter(expected);
      expect(await checkIn(visitor, amount, kind), `day ${day}`).toMatchObject({ code: 0 });
      expected += 1;
      if (kind === 1) coins += amount;
      else days += amount;
      expect(await streak(visitor), `on day ${day}`).toBe(expected);
    }
    expect(await visitor.stored()).toMatchObject({ coins });
    expect(days).toBe(4 + 4 + 4);
    const dates = (await visitor.get<Record<string, boolean>>("/renren-api/api/sign")).data;
    expect(Object.keys(dates)).toHaveLength(26);
    expect(dates).toMatchObject({ "2026-12-01": true, "2026-12-28": true });
    expect(dates).not.toHaveProperty("2026-12-10");
    pass(DAY);
    expect(await streak(visitor)).toBe(0);
  });

  it("uses Shanghai time", async () => {
    vi.setSystemTime(new Date("2026-12-31T15:59:59Z"));
    const visitor = await registerDevice(upstream, "midnight-device");
    expect(await checkIn(visitor, 1, 1, "2026-12-31")).toMatchObject({ code: 0 });
    pass(1000);
    expect(await checkIn(visitor, 1, 1, "2026-12-31")).toMatchObject({ code: 400 });
    expect(await checkIn(visitor, 1, 1, "2027-01-01")).toMatchObject({ code: 0 });
    expect(await streak(visitor)).toBe(2);
  });

  it("refuses a second time, another date and another reward", async () => {
    const visitor = await registerDevice(upstream, "cheating-device");
    expect(await checkIn(visitor, 3, 2)).toMatchObject({ code: 400 });
    expect(await checkIn(visitor, 1, 1, "2026-11-30")).toMatchObject({ code: 400 });
    expect(await checkIn(visitor, 1, 1, "2026-12-02")).toMatchObject({ code: 400 });
    expect(await checkIn(visitor, 1, 1)).toMatchObject({ code: 0 });
    const second = { code: 500, msg: "今日已经打过卡了,明天再来吧..." };
    expect(await checkIn(visitor, 1, 1)).toMatchObject(second);
    expect(await visitor.stored()).toMatchObject({ coins: 1 });
  });
});

describe("tasks", () => {
  it("the daily login pays one coin per date", async () => {
    const visitor = await registerDevice(upstream, "daily-device");
    const claim = () => visitor.get("/renren-api/api/sign/dailyLogin");
    expect(await claim()).toMatchObject({ code: 0 });
    expect(await claim()).toMatchObject({ code: 500, msg: "今日已经签到过了" });
    pass(DAY);
    expect(await claim()).toMatchObject({ code: 0 });
    expect(await visitor.stored()).toMatchObject({ coins: 2 });
  });

  it("20 minutes of watching pay two coins per date", async () => {
    const visitor = await registerDevice(upstream, "watching-device");
    const member = await visitor.stored();
    const claim = async () =>
      (await visitor.get<boolean>("/renren-api/api/sign/watchVideoDaily")).data;
    expect(await claim()).toBe(false);
    await addWatchedSeconds(upstream.db, member, 600);
    pass(599_000);
    await addWatchedSeconds(upstream.db, member, 900);
    expect(await claim()).toBe(false);
    pass(1000);
    await addWatchedSeconds(upstream.db, member, 1);
    expect([await claim(), await claim()]).toEqual([true, true]);
    expect(await visitor.stored()).toMatchObject({ coins: 2 });
    pass(DAY);
    expect(await claim()).toBe(false);
  });

  it("watching counts as far as playback advanced, and no faster than the clock", () => {
    const at = (position: number, second: number) => ({ position, at: new Date(second * 1000) });
    expect(countWatchedSeconds(at(10, 0), at(25, 15))).toBe(15);
    expect(countWatchedSeconds(at(10, 0), at(900, 15))).toBe(15);
    expect(countWatchedSeconds(at(10, 0), at(15, 60))).toBe(5);
    expect(countWatchedSeconds(at(900, 0), at(10, 15))).toBe(0);
    expect(countWatchedSeconds(at(0, 15), at(10, 0))).toBe(0);
  });
});

describe("invites", () => {
  const bind = (visitor: RegisteredDevice, parentId: string) =>
    visitor.send("/renren-api/api/member/bindInviteCode", { parentId });
  const page = (visitor: RegisteredDevice, currentPage: number, parentId = visitor.code) =>
    visitor.send<{ list: { memberNichen: string; createTime: string }[] }>(
      "/renren-api/api/member/listInvitePaging",
      { currentPage, parentId },
    );

  it("a member can name one inviter, not themselves and nobody unknown, who gains a day at once", async () => {
    const [inviter, other, invited] = [
      await registerDevice(upstream, "inviter-device"),
      await registerDevice(upstream, "another-inviter"),
      await registerDevice(upstream, "invited-device"),
    ];
    expect(await bind(invited, invited.code)).toMatchObject({ code: 400 });
    expect(await bind(invited, "00000000")).toMatchObject({ code: 404 });
    expect(await bind(invited, inviter.code)).toMatchObject({ code: 0 });
    expect(await bind(invited, other.code)).toMatchObject({ code: 2003 });
    expect(await inviter.profile()).toMatchObject({
      memberVip: 1,
      vipPeriod: 5,
      vipDate: "2026-12-02 10:00:00",
    });
    expect(await other.profile()).toMatchObject({ memberVip: 0, vipPeriod: 0, vipDate: "" });
  });

  it("invited members are listed ten per page, newest first, to the inviter alone", async () => {
    const inviter = await registerDevice(upstream, "popular-device");
    for (let index = 0; index < 12; index += 1) {
      await bind(await registerDevice(upstream, `friend-number-${index}`), inviter.code);
      pass(60_000);
    }
    const [first, second, beyond] = [
      (await page(inviter, 1)).data.list,
      (await page(inviter, 2)).data.list,
      (await page(inviter, Number.MAX_SAFE_INTEGER)).data.list,
    ];
    expect([first.length, second.length, beyond.length]).toEqual([10, 2, 0]);
    expect(first[0]).toMatchObject({ createTime: "2026-12-01 10:11:00" });
    const stranger = await registerDevice(upstream, "curious-device");
    expect(await page(stranger, 1, inviter.code)).toMatchObject({ code: 403 });
  });
});
