import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import type { Payment } from "../../../../server/contract/index.ts";
import type { ActionResult } from "../../../../server/domain/actions.ts";
import type {
  Goods,
  OrderResult,
  PayableOrder,
  PaymentChoice,
} from "../../../../server/domain/payments.ts";
import { texts } from "../../../texts/index.ts";
import { actionDone, actionFailed } from "../../../ui/form/action-result.ts";
import { plans } from "../vip/plans.ts";
import { readAmount } from "./amount.ts";

export type PayResult = ActionResult<PayableOrder>;

export async function orderPlan({ payments }: Context, request: Request): Promise<PayResult> {
  const form = await parsed(vipForm, request);
  return toResult(await payments.order((goods) => planChoice(form, goods)));
}

export async function orderCoins({ payments }: Context, request: Request): Promise<PayResult> {
  const form = await parsed(coinsForm, request);
  return toResult(await payments.order((goods) => coinsChoice(form, goods)));
}

const parsed = async <Form extends z.ZodType>(form: Form, request: Request) =>
  form.parse(Object.fromEntries(await request.formData()));

const toResult = (ordered: OrderResult): PayResult =>
  ordered.ok
    ? actionDone(ordered.data)
    : actionFailed(ordered, { otherwise: texts.payment.failed });

const choiceIndex = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .catch(-1);

export const vipForm = z.object({ plan: choiceIndex, channel: choiceIndex });

export const coinsForm = z.object({
  option: z.string().max(100).catch(""),
  /** A custom amount takes precedence over the option. */
  amount: z.string().max(1_000).catch(""),
  channel: choiceIndex,
});

/** The upstream counts channels from 1 and wants no name for the first. */
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
