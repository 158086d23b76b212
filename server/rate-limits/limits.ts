import type { Contract } from "../contract/index.ts";

/** Events within `windowMs`: per visitor and per network address. */
export interface RateLimit {
  visitor: number;
  address: number;
  windowMs: number;
}

const MINUTE = 60_000;
const TEN_MINUTES = 10 * MINUTE;

/**
 * Rates above what people do by hand. An address may be a mobile network's NAT with thousands of people behind it, so
 * its limit allows for as many as would use the site at once.
 */
export const rateLimits = {
  /** A device registers once, more often only if cookies are deleted. Per address: one new visitor a second. */
  guest: { visitor: 30, address: 600, windowMs: TEN_MINUTES },
  /** Fast scrolling through a list: three pages a second. */
  search: { visitor: 180, address: 6_000, windowMs: MINUTE },
  /**
   * Fast typing: two requests a second. Separate from searches, so that typing never blocks the results; only terms
   * that are not cached count.
   */
  suggestions: { visitor: 120, address: 6_000, windowMs: MINUTE },
  /** Fast typing: a short message every two seconds. */
  chat: { visitor: 30, address: 1_000, windowMs: MINUTE },
  /** Each picture is re-encoded. Avatars, payment codes and chat pictures together. */
  upload: { visitor: 40, address: 1_000, windowMs: TEN_MINUTES },
  /** Bodies with files or chat messages, checked before the body is read; the limits for each kind are lower. */
  files: { visitor: 60, address: 2_000, windowMs: MINUTE },
  /** Each click opens another page, which takes seconds. */
  adClick: { visitor: 30, address: 2_000, windowMs: MINUTE },
  /** Trying every payment channel makes a dozen orders. */
  pay: { visitor: 30, address: 600, windowMs: TEN_MINUTES },
  /** Buying a series episode by episode: one every two seconds. */
  buy: { visitor: 30, address: 1_000, windowMs: MINUTE },
  /** Correcting a wrong amount several times. */
  withdraw: { visitor: 15, address: 300, windowMs: TEN_MINUTES },
  /** Feedback and reports of videos are read by people. */
  feedback: { visitor: 15, address: 300, windowMs: TEN_MINUTES },
  /** One report a minute and one per seek, at most one seek a second. */
  playback: { visitor: 90, address: 12_000, windowMs: MINUTE },
  /** Quality reports when a video ends or is hidden: skipping through videos, a few seconds each. */
  quality: { visitor: 60, address: 12_000, windowMs: MINUTE },
  /** Likes, favourites, history: a tap a second, plus each opened video. */
  library: { visitor: 120, address: 12_000, windowMs: MINUTE },
  /** Three claims a day, with impatient repeated taps. */
  rewards: { visitor: 40, address: 3_000, windowMs: MINUTE },
  /** Trying several nicknames. */
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

/** The limit that each upstream call of a visitor counts against. */
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
