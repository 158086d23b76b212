import { z } from "zod";
import type { Context } from "../../../../server/context.ts";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { actionDone, actionFailed, actionInvalid } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import {
  amountOf,
  type PayoutMethod,
  payoutMethods,
  withdrawalErrors,
  withdrawalWarning,
} from "./withdrawal-rules.ts";

export type WithdrawalInput = { amount: string; method: PayoutMethod };

export type WithdrawalResult = ActionResult<string, WithdrawalInput>;

const text = z.string().max(4_000).catch("");
const sent = z.object({ amount: text, code: text, method: z.enum(payoutMethods).catch("wx") });

export async function withdraw(
  context: Context,
  request: Request,
): Promise<WithdrawalResult | Response> {
  const form = sent.parse(Object.fromEntries(await context.formDataOf(request)));
  const input = { amount: form.amount, method: form.method };
  const amount = amountOf(form.amount);
  if (amount === undefined) return actionInvalid(withdrawalErrors(form.amount), input);

  const codeImage = (await context.uploads.addressOf(form.code, "code")) ?? "";
  const call = context.payments.withdraw({ codeImage, method: form.method, amount });
  const outcome = await context.attempt("withdrawal", call);
  if (!outcome.ok) {
    return actionFailed(outcome, { errors: { code: withdrawalWarning(codeImage) }, input });
  }
  const message = outcome.data || texts.withdrawal.done;
  return context.redirectNativeForm("/tx", message) ?? actionDone(message);
}
