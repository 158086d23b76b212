import { texts } from "../../../texts/index.ts";

/** How a withdrawal is paid out, as the upstream calls it. The first one is chosen to begin with. */
export const payoutMethods = ["wx", "zfb"] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

/** The amount in yuan, or undefined for what is not more than nothing. Chinese keyboards write wide digits too. */
export function amountOf(text: string): number | undefined {
  const plain = text.normalize("NFKC").trim();
  const amount = /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : 0;
  return amount > 0 ? amount : undefined;
}

/** What keeps a withdrawal from being sent, by field; the same in the browser and on the server. */
export const withdrawalErrors = (amount: string): Partial<Record<string, string>> =>
  amountOf(amount) === undefined ? { amount: texts.withdrawal.noAmount } : {};

/** What is said of a withdrawal that is sent nevertheless. */
export const withdrawalWarning = (code: string): string | undefined =>
  code === "" ? texts.withdrawal.noCode : undefined;
