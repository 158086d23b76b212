import { MAX_COIN_PAYMENT, MIN_COIN_PAYMENT } from "../../../../server/contract/rules.ts";
import { texts } from "../../../texts/index.ts";

export function readAmount(input: string): { amount?: number; message?: string } {
  const text = input.normalize("NFKC").trim();
  if (!/^-?\d+(\.\d*)?$/.test(text)) return { message: texts.pay.amount };
  const number = Number(text);
  if (number < MIN_COIN_PAYMENT)
    return { amount: MIN_COIN_PAYMENT, message: texts.pay.least(MIN_COIN_PAYMENT) };
  if (number > MAX_COIN_PAYMENT)
    return { amount: MAX_COIN_PAYMENT, message: texts.pay.most(MAX_COIN_PAYMENT) };
  const whole = Math.floor(number);
  return whole === number ? { amount: whole } : { amount: whole, message: texts.pay.whole };
}
