import { texts } from "../../../texts/index.ts";

const LEAST = 10;
const MOST = 5_000;

/** The allowed amount nearest to the text, and what is wrong with the text. */
interface Amount {
  amount?: number;
  message?: string;
}

/** In yuan; shared by the browser and the server. */
export function readAmount(written: string): Amount {
  const text = written.normalize("NFKC").trim();
  if (!/^-?\d+(\.\d*)?$/.test(text)) return { message: texts.pay.amount };
  const number = Number(text);
  if (number < LEAST) return { amount: LEAST, message: texts.pay.least };
  if (number > MOST) return { amount: MOST, message: texts.pay.most };
  const whole = Math.floor(number);
  return whole === number ? { amount: whole } : { amount: whole, message: texts.pay.whole };
}
