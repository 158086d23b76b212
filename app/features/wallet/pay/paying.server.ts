import type { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import type { ActionResult } from "../../../../server/domain/action-result.ts";
import type { OrderResult, PayableOrder } from "../../../../server/domain/payments.ts";
import { texts } from "../../../texts/index.ts";
import { actionDone, actionFailed } from "../../../ui/form/action-result.ts";
import { coinsChoice, coinsForm, planChoice, vipForm } from "../choices.ts";

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
