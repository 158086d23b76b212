import { z } from "zod";
import { onlyCode, read, sending, write } from "./endpoint.ts";
import { amount, count, identifier, list, plainText, renamed, text } from "./scalars.ts";

const payOption = renamed(
  {
    id: ["id", identifier],
    specification: ["commoditySpecification", text],
    days: ["duration", count],
    price: ["price", amount],
  },
  { commodityToSort: count, status: count, time: text, type: count },
);
export type PayOption = z.output<typeof payOption>;

/** `index` is the product's position in its list, from 0; `channel` is the channel's, from 1. */
const orderInput = sending({
  specification: ["comSpec", z.string().max(40)],
  index: ["index", z.int().min(0)],
  amount: ["money", z.number()],
  channel: ["type", z.int().min(1)],
  memberCode: ["userId", z.string().max(40)],
});
export type Payment = Parameters<typeof orderInput.toBody>[0] & {
  product: "vip" | "coins";
  /** Missing for the first channel. */
  channelName?: string;
};

const payAddress = z.object({ payurl: text }).transform((wire) => wire.payurl);

/** An object with `payurl`, or the same as a JSON string. */
const payAnswer = z
  .union([z.string(), z.object({ payurl: text.optional() }).loose()])
  .transform((value, context) => {
    try {
      return payAddress.parse(typeof value === "string" ? JSON.parse(value) : value);
    } catch {
      context.addIssue({ code: "custom", message: "no pay address" });
      return z.NEVER;
    }
  });

const ledgerRow = renamed({
  order: ["title", plainText],
  source: ["amountSource", plainText],
  amount: ["price", text],
});
export type LedgerRow = z.output<typeof ledgerRow>;

export const walletEndpoints = {
  goods: read("/app-api/pay/getGoodsLists", {
    body: z.object({ type: z.literal(2) }),
    toBody: () => ({ type: 2 as const }),
    data: renamed({ channels: ["payList", list(text)], options: ["optionList", list(payOption)] }),
  }),
  pay: write("/renren-api/api/pay/yianpay", {
    body: orderInput.body.extend({
      typesOf: z.literal([1, 2]),
      payChannel: z.string().max(100).optional(),
    }),
    toBody: (payment: Payment) => ({
      ...orderInput.toBody(payment),
      typesOf: payment.product === "vip" ? (2 as const) : (1 as const),
      payChannel: payment.channelName,
    }),
    data: payAnswer,
    member: true,
  }),
  /** The result is `msg`, for the visitor. */
  withdraw: write("/app-api/member/tixian", {
    ...sending({
      codeImage: ["imgurl", z.string().max(2_000)],
      method: ["index", z.enum(["wx", "zfb"])],
      amount: ["money", z.union([z.number(), z.string().max(20)])],
    }),
    data: text,
    answer: "msg",
    member: true,
  }),
  /** `index`: 0 for recharges, 1 for coins, 2 for withdrawals. */
  records: read("/app-api/member/index", {
    body: z.object({ index: z.literal([0, 1, 2]) }),
    toBody: (index: 0 | 1 | 2) => ({ index }),
    data: list(ledgerRow),
    member: true,
    encrypted: true,
  }),
};

export interface EpisodeRef {
  video: string;
  episode: string;
}

/** The upstream expects numbers; ids beyond 53 bits are sent as strings. */
const wireId = (id: string) =>
  String(Number(id)) === id && Number.isSafeInteger(Number(id)) ? Number(id) : id;
const wireNumber = z.union([z.number(), z.string().max(40)]).transform(Number);
const episodeRef = { cartoonCode: wireNumber, moviesInfoId: wireNumber };
const toBody = ({ video, episode }: EpisodeRef) => ({
  cartoonCode: wireId(video),
  moviesInfoId: wireId(episode),
});

export const purchaseEndpoints = {
  /** A fixed text (UPSTREAM_BOUGHT_MARK) if the member owns the episode, otherwise another. */
  ownership: read("/app-api/cartoon/lookOk", {
    body: z.object(episodeRef),
    toBody,
    data: text,
    member: true,
  }),
  /** Buys an episode; one that is owned is not charged again. Code 2001: too few coins. */
  buy: write("/app-api/cartoon/buy", {
    body: z.object({ ...episodeRef, type: z.literal(0) }),
    toBody: (ref: EpisodeRef) => ({ ...toBody(ref), type: 0 as const }),
    ...onlyCode,
  }),
};
