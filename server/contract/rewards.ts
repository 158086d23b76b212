import { z } from "zod";
import { onlyCode, read, withoutBody, write } from "./endpoint.ts";
import { count, flag } from "./scalars.ts";

const get = { ...withoutBody, method: "GET", member: true } as const;

export const rewardsEndpoints = {
  /** Checks in; code 500 with a message if already done on that date. `date` is 'YYYY-MM-DD', Asia/Shanghai. */
  checkIn: write("/renren-api/api/sign", {
    body: z.object({
      amount: z.int().min(1).max(10),
      commodityType: z.literal([1, 2]),
      date: z.iso.date(),
    }),
    toBody: (reward: { amount: number; kind: "coins" | "vipDays"; date: string }) => ({
      amount: reward.amount,
      commodityType: reward.kind === "coins" ? (1 as const) : (2 as const),
      date: reward.date,
    }),
    ...onlyCode,
  }),
  checkedDates: read("/renren-api/api/sign", {
    ...get,
    data: z
      .record(z.string(), flag)
      .nullish()
      .transform((dates) => dates ?? {}),
  }),
  streak: read("/renren-api/api/sign/count", { ...get, data: count }),
  /** Claims the reward; code 500 if already claimed. */
  claimDailyLogin: write("/renren-api/api/sign/dailyLogin", { ...get, ...onlyCode }),
  /** Whether the reward for the first recharge has been paid. */
  firstRecharge: read("/renren-api/api/sign/firstRechargeVip", { ...get, data: flag }),
  /** Claims the reward (2 coins, once a day); true once 20 minutes have been watched today. */
  claimWatching: write("/renren-api/api/sign/watchVideoDaily", { ...get, data: flag }),
};
