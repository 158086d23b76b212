import { texts } from "../../texts/index.ts";
import type { Reward } from "./streak.ts";

/** A reward in words, such as 1天VIP. */
export const rewardText = ({ kind, amount }: Reward) => `${amount}${texts.rewards.units[kind]}`;
