import { and, asc, eq, gt, ne } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  press,
  type RegisteredDevice,
  registerDevice,
} from "../../../tests/support/upstream/device.ts";
import { episodes } from "../db/schema.ts";
import { withLockedAccount } from "../domain/ledger.ts";
import { grantCoins, grantVip, showMember } from "../operator/members.ts";
import { startUpstream, type Upstream } from "../start.ts";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.stop());

const PAY = "/renren-api/api/pay/yianpay";
const vip30 = { comSpec: "30", index: 1, money: 30, type: 1, typesOf: 2 };
const coins500 = {
  comSpec: "500",
  index: 1,
  money: 50,
  type: 2,
  typesOf: 1,
  payChannel: "微信支付",
};
const custom = (money: number) => ({ comSpec: `${money}`, index: 5, money, type: 1, typesOf: 1 });
const pageOf = async (payurl: string, headers: Record<string, string> = {}) =>
  (await fetch(payurl, { headers })).text();
const records = async (visitor: RegisteredDevice, index: number) =>
  (await visitor.send<Record<string, string>[]>("/app-api/member/index", { index })).data;

describe("an order", () => {
  it.each<[string, object, number]>([
    ["another price for a plan", { ...vip30, money: 1 }, 400],
    ["another plan's days", { ...vip30, comSpec: "3650" }, 400],
    ["a plan that does not exist", { ...vip30, index: 4 }, 400],
    ["another price for coins", { ...coins500, money: 5 }, 400],
    ["another number of coins for the price", { ...coins500, comSpec: "5000" }, 400],
    ["a custom amount that is too small", custom(9), 400],
    ["a custom amount that is too large", custom(5001), 400],
    ["a custom amount with fen", custom(10.5), 400],
    ["a custom amount with the wrong index", { ...custom(20), index: 6 }, 400],
    ["a channel that does not exist", { ...vip30, type: 4 }, 400],
    ["a channel with another channel's name", { ...coins500, payChannel: "支付宝" }, 400],
    ["a second channel without its name", { ...coins500, payChannel: undefined }, 400],
    ["somebody else's account", { ...vip30, userId: "10000000" }, 403],
  ])("is refused for %s", async (_name, wanted, code) => {
    const visitor = await registerDevice(upstream, "choosing-device");
    expect(await visitor.send(PAY, { userId: visitor.code, ...wanted })).toMatchObject({ code });
  });

  it("matches what getGoodsLists offers", async () => {
    const visitor = await registerDevice(upstream, "offered-device");
    const { data } = await visitor.send<{
      payList: string[];
      optionList: { commoditySpecification: string; price: number }[];
    }>("/app-api/pay/getGoodsLists", { type: 2 });
    for (const [index, { commoditySpecification, price }] of data.optionList.entries()) {
      const wanted = { comSpec: commoditySpecification, index, money: price, type: 1, typesOf: 1 };
      expect(await visitor.order(wanted)).toMatch(/\/cashier\/[\w-]{32}$/);
    }
    expect(data.payList).toEqual(["支付宝", "微信支付", "银行卡"]);
  });
});

describe("the sandbox cashier", () => {
  it("shows the order, credits its payment, and sends the visitor to `/mine` on the site they came from", async () => {
    const visitor = await registerDevice(upstream, "vip-device");
    const payurl = await visitor.order(vip30);
    const shown = await pageOf(payurl, { referer: "https://site.example/vip?x=1" });
    for (const part of [
      "沙盒收银台",
      "¥30",
      "30天VIP",
      "支付宝",
      "支付</button>",
      "放弃</button>",
    ]) {
      expect(shown).toContain(part);
    }
    const paid = await press(payurl, "pay");
    expect(paid.headers.get("location")).toBe("https://site.example/mine");
    expect(paid.headers.get("content-security-policy")).toContain(
      "form-action 'self' https://site.example;",
    );
    expect(await visitor.profile()).toMatchObject({ memberVip: 3, vipPeriod: 1, memberCion: 5 });
    expect(await visitor.get("/renren-api/api/sign/firstRechargeVip")).toMatchObject({
      data: true,
    });
    await press(await visitor.order(vip30), "pay");
    expect(await visitor.profile()).toMatchObject({ memberCion: 5 });
  });

  it("cancels an order: nothing is credited, not even if it is paid afterwards", async () => {
    const visitor = await registerDevice(upstream, "leaving-device");
    const payurl = await visitor.order(coins500);
    const left = await press(payurl, "give-up");
    expect(new URL(left.headers.get("location") ?? "", `${payurl}/give-up`).href).toBe(payurl);
    expect(await pageOf(payurl)).toContain("订单已放弃");
    await press(payurl, "pay");
    expect(await pageOf(payurl, { referer: "javascript:alert(1)" })).toContain("可以返回应用了");
    expect(await visitor.profile()).toMatchObject({ memberCion: 0 });
    expect(await records(visitor, 0)).toEqual([]);
  });

  it("says after 15 minutes that the order has expired, and credits nothing", async () => {
    const visitor = await registerDevice(upstream, "late-device");
    const payurl = await visitor.order(coins500);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 });
    try {
      expect((await press(payurl, "pay")).status).toBe(303);
      const shown = await pageOf(payurl);
      expect(shown).toContain("订单已过期");
      expect(shown).not.toContain("<form");
    } finally {
      vi.useRealTimers();
    }
    expect(await visitor.profile()).toMatchObject({ memberCion: 0 });
  });

  it("knows no other order, and forbids framing", async () => {
    const unknown = await fetch(`${upstream.url}/cashier/unknown`);
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect((await press(`${upstream.url}/cashier/unknown`, "pay")).status).toBe(404);
  });
});

describe("the records", () => {
  it("list recharges and coin movements, newest first, and those of one order share its number", async () => {
    const visitor = await registerDevice(upstream, "records-device");
    await press(await visitor.order(coins500), "pay");
    expect(await visitor.profile(), "only the first VIP purchase earns bonus coins").toMatchObject({
      memberCion: 500,
    });
    await press(await visitor.order(vip30), "pay");
    const [vip, coins] = await records(visitor, 0);
    expect(vip).toMatchObject({ amountSource: "支付宝，30元购买30天VIP", price: "+30天" });
    expect(coins).toMatchObject({ amountSource: "微信支付，50元购买500金币", price: "+500" });
    expect((await records(visitor, 1)).map(({ price }) => price)).toEqual(["+5", "+500"]);
    expect((await records(visitor, 1))[1]?.title).toBe(coins?.title);
    for (const order of [vip, coins]) expect(order?.title).toMatch(/^DD\d{22}$/);
    expect(await records(visitor, 2)).toEqual([]);
  });

  it("a withdrawal is refused above the balance, and otherwise deducted from it", async () => {
    const visitor = await registerDevice(upstream, "withdrawing-device");
    const withdraw = (money: unknown, imgurl = "/uploads/code.webp") =>
      visitor.send("/app-api/member/tixian", { imgurl, index: "zfb", money });
    expect(await withdraw(50)).toMatchObject({ code: 2002, msg: "可提现金额为0元，暂时无法提现" });
    for (const bad of [0, -1, 1.5, "abc", ""]) {
      expect(await withdraw(bad)).toMatchObject({ code: 400, msg: "请输入金额" });
    }
    await visitor.receive("balance", 6000);
    expect(await withdraw(50, "")).toMatchObject({ code: 400, msg: "请上传收款码" });
    expect(await withdraw("50")).toMatchObject({ code: 0 });
    expect(await withdraw(11)).toMatchObject({ code: 2002 });
    expect(await withdraw(10)).toMatchObject({ code: 0 });
    expect(await records(visitor, 2)).toMatchObject([
      { amountSource: "提现到支付宝（审核中）", price: "-10" },
      { amountSource: "提现到支付宝（审核中）", price: "-50" },
    ]);
    const other = await registerDevice(upstream, "another-withdrawing-device");
    expect(await records(other, 2)).toEqual([]);
  });
});

it("two movements in one transaction add up, and an impossible one rolls both back", async () => {
  const { db } = upstream;
  const visitor = await registerDevice(upstream, "moving-device");
  const { id } = await visitor.stored();
  const move = (...amounts: number[]) =>
    withLockedAccount(db, id, async (account) => {
      for (const amount of amounts) {
        await account.move({ unit: "coins", amount, reason: "operator", note: "测试" });
      }
      return account.member.coins;
    });
  expect(await move(5, 3)).toBe(8);
  await expect(move(4, -13)).rejects.toThrow("金币不足");
  expect(await visitor.stored()).toMatchObject({ coins: 8 });
  expect((await records(visitor, 1)).map(({ price }) => price)).toEqual(["+3", "+5"]);
});

describe("the operator", () => {
  it("grants coins and days through the ledger, and takes no more coins than the member has", async () => {
    const visitor = await registerDevice(upstream, "granted-device");
    const { db } = upstream;
    expect(await grantCoins(db, [visitor.code, "20"])).toContain("金币 20");
    expect(await grantVip(db, [visitor.code, "7"])).toContain("VIP5");
    expect(await grantVip(db, [visitor.code, "365"])).toContain("VIP3");
    await expect(grantCoins(db, [visitor.code, "-21"])).rejects.toThrow("金币不足");
    await expect(grantCoins(db, [visitor.code, "x"])).rejects.toThrow(/^数量应为/);
    await expect(grantVip(db, [visitor.code, "-1"])).rejects.toThrow(/^天数应为/);
    await expect(showMember(db, ["1"])).rejects.toThrow("没有会员 1");
    expect(await showMember(db, [visitor.code])).toContain(`会员编号 ${visitor.code}`);
    expect(await records(visitor, 1)).toMatchObject([{ amountSource: "客服赠送", price: "+20" }]);
  });
});

it("an episode is bought once, and owned on every source of its video by its buyer alone", async () => {
  const { db, settings } = upstream;
  const [second] = await db.select().from(episodes).where(eq(episodes.sourceSort, 1)).limit(1);
  if (!second) throw new Error("no video with two sources");
  const [first] = await db
    .select()
    .from(episodes)
    .where(and(eq(episodes.videoCode, second.videoCode), eq(episodes.sort, second.sort)))
    .orderBy(asc(episodes.sourceSort));
  const episodeFields = (id = 0) => ({ cartoonCode: second.videoCode, moviesInfoId: id });
  const buyer = await registerDevice(upstream, "buying-device");
  const other = await registerDevice(upstream, "watching-device");
  await buyer.receive("coins", 5);

  const look = async (visitor: typeof buyer, id?: number) =>
    (await visitor.send("/app-api/cartoon/lookOk", episodeFields(id))).data;
  const buy = (visitor: typeof buyer, id?: number) =>
    visitor.send("/app-api/cartoon/buy", { ...episodeFields(id), type: 0 });

  expect(await look(buyer, first?.id)).not.toBe(settings.boughtMark);
  expect(await buy(other, first?.id)).toMatchObject({ code: 2001, msg: "金币不足" });
  expect(await buy(buyer, first?.id)).toMatchObject({ code: 0 });
  expect(await buy(buyer, second.id)).toMatchObject({ code: 0 });
  expect(await look(buyer, first?.id)).toBe(settings.boughtMark);
  expect(await look(buyer, second.id)).toBe(settings.boughtMark);
  expect(await look(other, second.id)).not.toBe(settings.boughtMark);
  expect(await buyer.stored()).toMatchObject({ coins: 3 });
});

it("buying one episode gives no other episode of the video", async () => {
  const [later] = await upstream.db.select().from(episodes).where(gt(episodes.sort, 0)).limit(1);
  if (!later) throw new Error("no video with two episodes");
  const { videoCode, sourceSort } = later;
  const [first] = await upstream.db
    .select()
    .from(episodes)
    .where(
      and(
        eq(episodes.videoCode, videoCode),
        eq(episodes.sourceSort, sourceSort),
        ne(episodes.sort, later.sort),
      ),
    );
  const buyer = await registerDevice(upstream, "series-device");
  await buyer.receive("coins", 2);
  const episodeFields = (id = 0) => ({ cartoonCode: videoCode, moviesInfoId: id });
  const look = async (id?: number) =>
    (await buyer.send("/app-api/cartoon/lookOk", episodeFields(id))).data;
  await buyer.send("/app-api/cartoon/buy", { ...episodeFields(later.id), type: 0 });
  expect([await look(later.id), await look(first?.id)]).toEqual([upstream.settings.boughtMark, ""]);
});

it("an episode that does not exist, or not in that video, is 404", async () => {
  const visitor = await registerDevice(upstream, "lost-device");
  await visitor.receive("coins", 5);
  const [episode] = await upstream.db.select().from(episodes).limit(1);
  for (const wrong of [
    { cartoonCode: 1, moviesInfoId: episode?.id },
    { cartoonCode: episode?.videoCode, moviesInfoId: 99_999_999 },
    { cartoonCode: 1e20, moviesInfoId: 1.5 },
    { cartoonCode: -1, moviesInfoId: 2 ** 31 },
  ]) {
    expect(await visitor.send("/app-api/cartoon/lookOk", wrong)).toMatchObject({ code: 404 });
    const bought = await visitor.send("/app-api/cartoon/buy", { ...wrong, type: 0 });
    expect(bought).toMatchObject({ code: 404 });
  }
  expect(await visitor.stored()).toMatchObject({ coins: 5 });
});
