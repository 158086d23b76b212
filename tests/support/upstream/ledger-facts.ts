import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ledger } from "../../../server/upstream/db/member-schema.ts";
import { episodes } from "../../../server/upstream/db/schema.ts";
import { seededRandom } from "../../../server/upstream/db/seed/random.ts";
import { shanghaiDate } from "../../../server/upstream/domain/shanghai-time.ts";
import type { Upstream } from "../../../server/upstream/start.ts";
import { press, type RegisteredDevice, registerDevice } from "./device.ts";

const DAY = 86_400_000;
const COINS_300 = { comSpec: "300", index: 0, money: 30, type: 1, typesOf: 1 };
const VIP_30 = { comSpec: "30", index: 1, money: 30, type: 1, typesOf: 2 };
const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

/**
 * Tests of money that every store must pass.
 * @param start starts an upstream on an empty store; it is stopped at the end
 */
export function ledgerFacts(start: () => Promise<Upstream>) {
  let upstream: Upstream;
  let shelf: { cartoonCode: number; moviesInfoId: number; type: 0 }[];
  const faults: unknown[] = [];

  beforeAll(async () => {
    upstream = await start();
    const rows = await upstream.db
      .selectDistinctOn([episodes.videoCode])
      .from(episodes)
      .orderBy(asc(episodes.videoCode))
      .limit(50);
    shelf = rows.map(({ id, videoCode }) => ({
      cartoonCode: videoCode,
      moviesInfoId: id,
      type: 0,
    }));
  }, 60_000);
  afterAll(() => upstream.stop());

  const buy = (visitor: RegisteredDevice, episode: unknown) =>
    visitor.send("/app-api/cartoon/buy", episode);
  const rowsOf = async (visitor: RegisteredDevice) =>
    upstream.db
      .select()
      .from(ledger)
      .where(eq(ledger.memberId, (await visitor.stored()).id))
      .orderBy(asc(ledger.id));

  it("50 concurrent purchases with coins for one succeed once", async () => {
    const visitor = await registerDevice(upstream, "poor-visitor");
    await visitor.receive("coins", 3);
    const answers = await Promise.all(shelf.map((episode) => buy(visitor, episode)));
    const codes = answers.map(({ code }) => code).sort((one, other) => one - other);
    expect(codes).toEqual([0, ...times(49, () => 2001)]);
    expect((await visitor.stored()).coins).toBe(1);
  });

  it("50 concurrent purchases of one episode charge once", async () => {
    const visitor = await registerDevice(upstream, "eager-visitor");
    await visitor.receive("coins", 100);
    const answers = await Promise.all(times(50, () => buy(visitor, shelf[0])));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]));
    expect((await visitor.stored()).coins).toBe(98);
  });

  it("20 concurrent payments of one order credit it once", async () => {
    const visitor = await registerDevice(upstream, "paying-visitor");
    const payurl = await visitor.order(VIP_30);
    const answers = await Promise.all(times(20, () => press(payurl, "pay")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    await press(payurl, "give-up");
    const rows = await rowsOf(visitor);
    expect(rows.map(({ unit, amount }) => [unit, amount])).toEqual([
      ["vipDays", 30],
      ["coins", 5],
    ]);
  });

  it("50 concurrent claims, check-ins and bindings pay once each", async () => {
    const [visitor, inviter] = [
      await registerDevice(upstream, "claiming-visitor"),
      await registerDevice(upstream, "inviting-visitor"),
    ];
    const today = { amount: 1, commodityType: 1, date: shanghaiDate(new Date()) };
    await Promise.all([
      ...times(50, () => visitor.get("/renren-api/api/sign/dailyLogin")),
      ...times(50, () => visitor.send("/renren-api/api/sign", today)),
      ...times(50, () =>
        visitor.send("/renren-api/api/member/bindInviteCode", { parentId: inviter.code }),
      ),
    ]);
    expect((await visitor.stored()).coins).toBe(2);
    expect((await rowsOf(inviter)).map(({ amount }) => amount)).toEqual([1]);
  });

  it("members who bind each other at the same time gain a day each", async () => {
    const pairs = await Promise.all(
      times(10, async (index) => [
        await registerDevice(upstream, `left-of-pair-${index}`),
        await registerDevice(upstream, `right-of-pair-${index}`),
      ]),
    );
    const bind = (visitor?: RegisteredDevice, inviter?: RegisteredDevice) =>
      visitor?.send("/renren-api/api/member/bindInviteCode", { parentId: inviter?.code });
    const answers = await Promise.all(
      pairs.flatMap(([left, right]) => [bind(left, right), bind(right, left)]),
    );
    expect(answers.map((answer) => answer?.code)).toEqual(times(20, () => 0));
  });

  describe("after 1,000 random operations, ten at a time", () => {
    const random = seededRandom(20261121);
    const visitors: RegisteredDevice[] = [];
    const orders: string[] = [];

    const operate = async (visitor: RegisteredDevice): Promise<unknown> => {
      const other = random.pick(visitors);
      const date = shanghaiDate(new Date());
      const actions: (() => Promise<unknown>)[] = [
        () => buy(visitor, random.pick(shelf)),
        () => buy(visitor, random.pick(shelf)),
        async () => orders.push(await visitor.order(random.pick([COINS_300, VIP_30]))),
        async () => orders.length && press(random.pick(orders), random.pick(["pay", "give-up"])),
        () => visitor.send("/renren-api/api/member/bindInviteCode", { parentId: other.code }),
        () => visitor.get("/renren-api/api/sign/dailyLogin"),
        () =>
          visitor.send("/renren-api/api/sign", {
            amount: random.int(1, 3),
            commodityType: random.int(1, 2),
            date,
          }),
        () =>
          visitor.send("/app-api/member/tixian", {
            imgurl: "/x",
            index: "wx",
            money: random.int(1, 9),
          }),
        () => visitor.receive(random.pick(["coins", "balance"]), random.int(1, 500)),
      ];
      return random.pick(actions)();
    };

    beforeAll(async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      for (const index of times(6, (index) => index)) {
        visitors.push(await registerDevice(upstream, `random-visitor-${index}`));
      }
      for (let done = 0; done < 1000; done += 10) {
        vi.setSystemTime(Date.now() + random.int(0, DAY / 6));
        const answers = await Promise.all(times(10, () => operate(random.pick(visitors))));
        faults.push(...answers.filter(isFault));
      }
    }, 60_000);
    afterAll(() => {
      vi.useRealTimers();
    });

    it("the ledger's rows sum up to the members' balances", async () => {
      expect(faults).toEqual([]);
      let total = 0;
      for (const visitor of visitors) {
        const rows = await rowsOf(visitor);
        const member = await visitor.stored();
        const sum = (unit: string) =>
          rows.filter((row) => row.unit === unit).reduce((all, { amount }) => all + amount, 0);
        expect([sum("coins"), sum("balance")]).toEqual([member.coins, member.balance]);
        expect(vipUntilBy(rows)).toBe(member.vipUntil?.getTime() ?? 0);
        total += rows.length;
      }
      expect(total).toBeGreaterThan(200);
    });
  });
}

const isFault = (answer: unknown) =>
  typeof answer === "object" && answer !== null && "status" in answer && answer.status === 500;

/** The end of VIP by the ledger: each row adds its days to its own time or to the end so far, if that is later. */
function vipUntilBy(rows: (typeof ledger.$inferSelect)[]): number {
  return rows
    .filter(({ unit }) => unit === "vipDays")
    .reduce((end, { amount, createdAt }) => Math.max(end, createdAt.getTime()) + amount * DAY, 0);
}
