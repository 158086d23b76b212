import { z } from "zod";
import type { Context } from "../../../../server/context.ts";
import type { Payment } from "../../../../server/contract/index.ts";
import {
  coinsPerYuan,
  MAX_COIN_PAYMENT,
  MIN_COIN_PAYMENT,
} from "../../../../server/contract/rules.ts";
import type { Goods, PaymentChoice } from "../../../../server/domain/payments.ts";
import type { AccountStatus } from "../../../../server/session/vip.ts";
import type { PayResult } from "../../../purchase/cashier.ts";
import { actionDone, actionFailed } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { plans } from "../plans.ts";
import { readAmount } from "./amount.ts";

export const orderPlan = (context: Context, request: Request) =>
  order(context, request, (form, goods) => planChoice(vipForm.parse(form), goods));

export const orderCoins = (context: Context, request: Request) =>
  order(context, request, (form, goods) => coinsChoice(coinsForm.parse(form), goods));

async function order(
  context: Context,
  request: Request,
  choose: (form: unknown, goods: Goods) => PaymentChoice,
): Promise<PayResult> {
  const { session, payments } = context;
  const form = Object.fromEntries(await context.formDataOf(request));
  const ordered = await payments.order((goods) => choose(form, goods));
  if (!ordered.ok) return actionFailed(ordered, { otherwise: texts.payment.failed });
  const wanted = new URL(request.url).searchParams.get("back");
  const back = wanted === null ? "" : context.safeRedirectPath(wanted);
  if (back !== (session.afterPayment ?? "")) session.update({ afterPayment: back || undefined });
  return actionDone({ ...ordered.data, back });
}

export async function membershipStatus(context: Context): Promise<AccountStatus | null> {
  if (!context.session.credentials) return { vip: false };
  const account = await context.member.account().catch(() => null);
  return account?.status ?? null;
}

export async function coinGoods(
  context: Context,
  request: Request,
  account: Promise<{ coins: number }>,
) {
  const price = Number(priceForm.parse(new URL(request.url).searchParams.get("coins")));
  const [goods, coins] = await Promise.all([
    context.api.wallet.goods(),
    price > 0 ? account.then((member) => member.coins).catch(() => price) : price,
  ]);
  const missing = Math.max(0, price - coins);
  return { ...goods, missing, chosen: missing > 0 ? cheapest(goods, missing) : undefined };
}

const priceForm = z
  .string()
  .regex(/^\d{1,6}$/)
  .catch("0");

export type CoinChoice = { option: string } | { amount: number };

/** The cheapest choice with enough coins; if there is none, the dearest option; undefined without options. */
export function cheapest({ options }: Goods, missing: number): CoinChoice | undefined {
  const byPrice = options
    .filter(({ specification }) => Number(specification) > 0)
    .sort((one, other) => one.price - other.price);
  const option = byPrice.find(({ specification }) => Number(specification) >= missing);
  const amount = yuanFor(missing, options);
  if (amount !== undefined && (!option || amount < option.price)) return { amount };
  const chosen = option ?? byPrice.at(-1);
  return chosen && { option: chosen.id };
}

function yuanFor(coins: number, options: Goods["options"]): number | undefined {
  const rate = coinsPerYuan(options);
  const yuan = Math.max(MIN_COIN_PAYMENT, Math.ceil(coins / rate));
  return yuan <= MAX_COIN_PAYMENT ? yuan : undefined;
}

const choiceIndex = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .catch(-1);

export const vipForm = z.object({ plan: choiceIndex, channel: choiceIndex });

export const coinsForm = z.object({
  option: z.string().max(100).catch(""),
  amount: z.string().max(1_000).catch(""), // takes precedence over the option
  channel: choiceIndex,
});

/** The upstream counts channels from 1 and expects no name for the first. */
function channelAt({ channels }: Goods, index: number) {
  const name = channels[index];
  if (name === undefined) return undefined;
  return { channel: index + 1, ...(index > 0 && { channelName: name }) };
}

export function planChoice(
  { plan, channel }: z.output<typeof vipForm>,
  goods: Goods,
): PaymentChoice {
  const [chosen, chosenChannel] = [plans[plan], channelAt(goods, channel)];
  if (!chosen) return { error: texts.vip.choose };
  if (!chosenChannel) return { error: texts.payment.chooseChannel };
  const { days, price } = chosen;
  return {
    product: "vip",
    specification: String(days),
    index: plan,
    amount: price,
    ...chosenChannel,
  };
}

export function coinsChoice(form: z.output<typeof coinsForm>, goods: Goods): PaymentChoice {
  const item = form.amount.trim() ? freeAmount(form.amount, goods) : offered(form.option, goods);
  if ("error" in item) return item;
  const chosenChannel = channelAt(goods, form.channel);
  return chosenChannel
    ? { product: "coins", ...item, ...chosenChannel }
    : { error: texts.payment.chooseChannel };
}

type Item = Pick<Payment, "specification" | "index" | "amount"> | { error: string };

function offered(id: string, { options }: Goods): Item {
  const index = options.findIndex((option) => option.id === id);
  const option = options[index];
  if (!option) return { error: texts.pay.amount };
  return { specification: option.specification, index, amount: option.price };
}

/** A custom amount has the index after the last option. */
function freeAmount(written: string, { options }: Goods): Item {
  const { amount, message } = readAmount(written);
  if (amount === undefined || message) return { error: message ?? texts.pay.amount };
  return { specification: String(amount), index: options.length, amount };
}
