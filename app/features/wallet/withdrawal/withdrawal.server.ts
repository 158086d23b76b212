import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import { texts } from "../../../texts/index.ts";
import {
  amountOf,
  type PayoutMethod,
  payoutMethods,
  withdrawalErrors,
  withdrawalWarning,
} from "./withdrawal-rules.ts";

/** What the form gets for an answer; `message` is the upstream's own where it said something. */
export interface WithdrawalAnswer {
  done: boolean;
  message?: string;
  /** What is missing from what was sent nevertheless. */
  warning?: string;
  errors?: Partial<Record<string, string>>;
  /** What was typed, for a page that shows it again. */
  fields?: { amount: string; method: PayoutMethod };
}

const text = z.string().max(4_000).catch("");
const sent = z.object({
  amount: text,
  /** A reference to an uploaded picture. */
  code: text,
  method: z.enum(payoutMethods).catch("wx"),
});

/** Asks the upstream for a withdrawal; a browser without scripts is led back to the form once it is done. */
export async function withdraw(
  context: Context,
  request: Request,
): Promise<WithdrawalAnswer | Response> {
  const form = sent.parse(Object.fromEntries(await request.formData()));
  const fields = { amount: form.amount, method: form.method };
  const amount = amountOf(form.amount);
  if (amount === undefined) {
    return { done: false, errors: withdrawalErrors(form.amount), fields };
  }

  const codeImage = (await context.uploads.addressOf(form.code, "code")) ?? "";
  const call = context.api.wallet.withdraw({ codeImage, method: form.method, amount });
  const outcome = await context.attempt("withdrawal", call);
  const warning = withdrawalWarning(codeImage);
  if (!outcome.ok) {
    return { done: false, message: outcome.message || texts.network, warning, fields };
  }
  const message = outcome.data || texts.withdrawal.done;
  return context.redirectWithFlash("/tx", message) ?? { done: true, message, warning };
}
