import { expect, test } from "vitest";
import { plans } from "../plans.ts";
import { cheapest, coinsChoice, coinsForm, planChoice, vipForm } from "./paying.server.ts";

const goods = {
  channels: ["甲", "乙"],
  options: [
    { id: "7", specification: "300", days: 0, price: 30 },
    { id: "9", specification: "500", days: 0, price: 50 },
  ],
};
const vip = (form: object) => planChoice(vipForm.parse(form), goods);
const coins = (form: object) => coinsChoice(coinsForm.parse(form), goods);

test.each([
  [2, { amount: 10 }],
  [100, { amount: 10 }],
  [101, { amount: 11 }],
  [300, { option: "7" }],
  [301, { amount: 31 }],
  [500, { option: "9" }],
  [50_000, { amount: 5_000 }],
  [50_001, { option: "9" }],
])("the cheapest way to buy %i missing coins is %j", (missing, chosen) => {
  expect(cheapest({ ...goods, options: goods.options.toReversed() }, missing)).toEqual(chosen);
});

test("a free amount is calculated at the dearest option's rate, and is impossible without options", () => {
  const options = [...goods.options, { id: "3", specification: "20", days: 0, price: 4 }];
  expect(cheapest({ ...goods, options }, 60)).toEqual({ amount: 12 });
  expect(cheapest({ channels: [], options: [] }, 1)).toBeUndefined();
});

test("the four plans are in the specified order", () => {
  expect(plans.map(({ days, price }) => [days, price])).toEqual([
    [90, 100],
    [30, 30],
    [365, 200],
    [3650, 500],
  ]);
});

test("a plan's order carries its days, position and price", () => {
  const wanted = { product: "vip", specification: "365", index: 2, amount: 200, channel: 1 };
  expect(vip({ plan: "2", channel: "0", price: "1", money: "1" })).toEqual(wanted);
});

test("every channel except the first is sent with its name", () => {
  expect(vip({ plan: "1", channel: "1" })).toMatchObject({ channel: 2, channelName: "乙" });
});

test("an order of coins carries the option's specification, position and price", () => {
  const wanted = { product: "coins", specification: "500", index: 1, amount: 50, channel: 1 };
  expect(coins({ option: "9", amount: "", channel: "0" })).toEqual(wanted);
});

test("a free amount is sent with the index after the last option, and takes precedence over an option", () => {
  const wanted = { product: "coins", specification: "88", index: 2, amount: 88, channel: 1 };
  expect(coins({ option: "7", amount: "88", channel: "0" })).toEqual(wanted);
});

test.each([
  [{ plan: "4", channel: "0" }, "请选择会员套餐"],
  [{ plan: "-1", channel: "0" }, "请选择会员套餐"],
  [{ plan: "1.0", channel: "0" }, "请选择会员套餐"],
  [{ channel: "0" }, "请选择会员套餐"],
  [{ plan: "1", channel: "2" }, "请选择支付方式"],
  [{ plan: "1" }, "请选择支付方式"],
])("%j is not a valid order of a plan", (form, error) => {
  expect(vip(form)).toEqual({ error });
});

test.each([
  [{ option: "8", channel: "0" }, "请输入金额"],
  [{ channel: "0" }, "请输入金额"],
  [{ option: "7", amount: "9", channel: "0" }, "最低充值金额为10，已自动修改"],
  [{ option: "7", amount: "5001", channel: "0" }, "最高充值金额为5000"],
  [{ option: "7", amount: "很多", channel: "0" }, "请输入金额"],
  [{ option: "7", channel: "9" }, "请选择支付方式"],
])("%j is not a valid order of coins", (form, error) => {
  expect(coins(form)).toEqual({ error });
});
