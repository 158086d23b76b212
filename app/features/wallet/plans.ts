import { VIP_PLANS } from "../../../server/contract/rules.ts";

const [quarter, month, year, decade] = VIP_PLANS;

export const plans = [
  { ...quarter, picture: "/vip/dunes.svg" },
  { ...month, picture: "/vip/crescent.svg" },
  { ...year, picture: "/vip/seasons.svg" },
  { ...decade, picture: "/vip/stars.svg" },
] as const;

export const FIRST_PLAN = 1;
