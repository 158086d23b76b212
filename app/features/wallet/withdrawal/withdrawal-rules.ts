import { texts } from "../../../texts/index.ts";

export const payoutMethods = ["wx", "zfb"] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

/** In yuan. Chinese keyboards also write full-width digits. */
export function amountOf(text: string): number | undefined {
  const plain = text.normalize("NFKC").trim();
  const amount = /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : 0;
  return amount > 0 ? amount : undefined;
}

export const withdrawalErrors = (amount: string): Partial<Record<string, string>> =>
  amountOf(amount) === undefined ? { amount: texts.withdrawal.noAmount } : {};

export const withdrawalWarning = (code: string): string | undefined =>
  code === "" ? texts.withdrawal.noCode : undefined;
