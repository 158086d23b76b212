import type { Contract } from "../contract/index.ts";
import { type Counters, countEvent, networkBound } from "./counters.ts";

export interface RateLimit {
  visitor: number;
  address: number;
  windowMs: number;
}

const MINUTE = 60_000;
const TEN_MINUTES = 10 * MINUTE;
const DAY = 24 * 60 * MINUTE;

/** Higher than what people do by hand. Behind one address there may be a NAT with thousands of people. */
export const rateLimits = {
  /** A device registers once, or again if its cookies are deleted. Per address: one new visitor a second. */
  guest: { visitor: 30, address: 600, windowMs: TEN_MINUTES },
  search: { visitor: 180, address: 6_000, windowMs: MINUTE },
  /** Two uncached terms a second; separate from searches, so that typing never blocks results. */
  suggestions: { visitor: 120, address: 6_000, windowMs: MINUTE },
  chat: { visitor: 30, address: 1_000, windowMs: MINUTE },
  /** Avatars, payment codes and chat pictures together: each is re-encoded. */
  upload: { visitor: 40, address: 1_000, windowMs: TEN_MINUTES },
  /** Requests with files or chat messages, checked before the body is read. */
  files: { visitor: 60, address: 2_000, windowMs: MINUTE },
  /** Each click opens another page, which takes seconds. */
  adClick: { visitor: 30, address: 2_000, windowMs: MINUTE },
  /** Trying every payment channel makes a dozen orders. */
  pay: { visitor: 30, address: 600, windowMs: TEN_MINUTES },
  /** Buying a series episode by episode: one every two seconds. */
  buy: { visitor: 30, address: 1_000, windowMs: MINUTE },
  withdraw: { visitor: 15, address: 300, windowMs: TEN_MINUTES },
  /** Feedback and reports of videos are read by people. */
  feedback: { visitor: 15, address: 300, windowMs: TEN_MINUTES },
  /** One report a minute, and one per seek. */
  playback: { visitor: 90, address: 12_000, windowMs: MINUTE },
  /** One report when a video ends or is hidden; people may skip through videos, a few seconds each. */
  quality: { visitor: 60, address: 12_000, windowMs: MINUTE },
  /** One tap a second, plus each opened video. */
  library: { visitor: 120, address: 12_000, windowMs: MINUTE },
  rewards: { visitor: 40, address: 3_000, windowMs: MINUTE },
  profile: { visitor: 20, address: 600, windowMs: TEN_MINUTES },
  /** Requires the old password, which must not be guessable. */
  password: { visitor: 10, address: 300, windowMs: TEN_MINUTES },
} satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof rateLimits;

type CallsOf<C, Kind> = {
  [Group in keyof C & string]: {
    [Name in keyof C[Group] & string]: C[Group][Name] extends { kind: Kind }
      ? `${Group}.${Name}`
      : never;
  }[keyof C[Group] & string];
}[keyof C & string];
/** Every write must have a limit; reads may have one. */
type Allowed = Record<CallsOf<Contract, "write">, RateLimitName | "counted elsewhere"> &
  Partial<Record<CallsOf<Contract, "read">, RateLimitName>>;

export const limitOfCall: Allowed = {
  "catalogue.search": "search",
  "catalogue.topic": "search",
  "video.byTag": "search",
  "adClick.random": "adClick",
  "adClick.square": "adClick",
  "adClick.ranking": "adClick",
  "adClick.swiper": "adClick",
  "adClick.hidden": "adClick",
  "adClick.mine": "adClick",
  "adClick.play": "adClick",
  "adClick.popup": "adClick",
  "library.addFavourite": "library",
  "library.addLike": "library",
  "library.addHistory": "library",
  "library.remove": "library",
  "library.savePosition": "playback",
  "rewards.checkIn": "rewards",
  "rewards.claimDailyLogin": "rewards",
  "rewards.claimWatching": "rewards",
  "support.sendText": "chat",
  "support.sendPicture": "chat",
  "support.feedback": "feedback",
  "wallet.pay": "pay",
  "wallet.withdraw": "withdraw",
  "purchase.buy": "buy",
  "member.updateProfile": "profile",
  "member.changePassword": "password",
  // before the picture is re-encoded (`uploads.ts`)
  "member.uploadPicture": "counted elsewhere",
  // failures only (`login-limits.ts`)
  "member.login": "counted elsewhere",
  // when a guest is registered (`member.ts`); only guests can be bound to an inviter
  "member.registerGuest": "counted elsewhere",
  "invite.bind": "counted elsewhere",
};

/** Per day, because an invitation pays a day of VIP: people invite a household or a class, not dozens every day. */
const PER_INVITER = 20;
const PER_NETWORK = 10;
const PER_INVITER_AND_NETWORK = 3;

export const countInvitation = (counters: Counters, inviter: string, address: string) =>
  countEvent(counters, [
    ...networkBound("invitation", address, PER_NETWORK, DAY),
    ...networkBound(`invitation:${inviter}`, address, PER_INVITER_AND_NETWORK, DAY),
    { key: `invitation:inviter:${inviter}`, max: PER_INVITER, windowMs: DAY },
  ]);
