import { badRequest } from "../http/api-error.ts";
import { vipPlans } from "./vip.ts";

/** How one can pay, in the order of `getGoodsLists`. */
export const channels = ["支付宝", "微信支付", "银行卡"];
/** Coins and their price in yuan. */
export const coinOptions = [
  { coins: 300, price: 30 },
  { coins: 500, price: 50 },
  { coins: 1000, price: 100 },
  { coins: 2000, price: 200 },
  { coins: 5000, price: 500 },
];
const COINS_PER_YUAN = 10;
const LEAST_FREE_AMOUNT = 10;
const LARGEST_FREE_AMOUNT = 5000;

/** What `yianpay` is asked for. */
interface Choice {
  comSpec: string;
  index: number;
  money: number;
}

/**
 * The VIP plan that was chosen.
 * @throws {ApiError} 400 when days, place and price do not belong together
 */
export function chosenPlan({ comSpec, index, money }: Choice) {
  const plan = vipPlans[index];
  if (!plan || comSpec !== String(plan.days) || money !== plan.price) {
    throw badRequest("套餐或金额不正确");
  }
  return { unit: "vipDays" as const, quantity: plan.days, price: plan.price };
}

/**
 * The coins that were chosen: an option, or, in the place after the last one, a free amount in whole yuan.
 * @throws {ApiError} 400 when coins, place and price do not belong together
 */
export function chosenCoins({ comSpec, index, money }: Choice) {
  const option = coinOptions[index];
  if (option) {
    if (comSpec !== String(option.coins) || money !== option.price) {
      throw badRequest("充值档位或金额不正确");
    }
    return { unit: "coins" as const, quantity: option.coins, price: option.price };
  }
  const free = index === coinOptions.length && comSpec === String(money);
  if (!free || !Number.isInteger(money)) throw badRequest("充值档位或金额不正确");
  if (money < LEAST_FREE_AMOUNT || money > LARGEST_FREE_AMOUNT) {
    throw badRequest(`充值金额须在${LEAST_FREE_AMOUNT}到${LARGEST_FREE_AMOUNT}元之间`);
  }
  return { unit: "coins" as const, quantity: money * COINS_PER_YUAN, price: money };
}

/**
 * The channel in a place that counts from 1. Its name comes along for every channel but the first.
 * @throws {ApiError} 400 when place and name do not belong together
 */
export function chosenChannel(place: number, name: string | undefined): string {
  const channel = channels[place - 1];
  const matches = name === channel || (place === 1 && name === undefined);
  if (!channel || !matches) throw badRequest("支付方式不正确");
  return channel;
}
