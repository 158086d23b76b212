import type { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import type { Holding, OrderResult } from "../../../../server/domain/payments.ts";
import { texts } from "../../../texts/index.ts";
import { coinsChoice, coinsForm, planChoice, vipForm } from "../choices.ts";

/** Where to pay, and what the member has before; or why there is nothing to pay. */
export type PayAnswer = { payAddress: string; before: Holding } | { error: string };

export async function orderPlan({ payments }: Context, request: Request): Promise<PayAnswer> {
  const form = await parsed(vipForm, request);
  return toAnswer(await payments.order((goods) => planChoice(form, goods)));
}

export async function orderCoins({ payments }: Context, request: Request): Promise<PayAnswer> {
  const form = await parsed(coinsForm, request);
  return toAnswer(await payments.order((goods) => coinsChoice(form, goods)));
}

const parsed = async <Form extends z.ZodType>(form: Form, request: Request) =>
  form.parse(Object.fromEntries(await request.formData()));

const toAnswer = (ordered: OrderResult): PayAnswer =>
  ordered.ok
    ? { payAddress: ordered.payAddress, before: ordered.before }
    : { error: ordered.message || texts.payment.failed };
