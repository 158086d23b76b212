import type { Contract } from "../contract/index.ts";

/** How often something may be done within `windowMs`: by one visitor, and from one network address. */
export interface RateLimit {
  visitor: number;
  address: number;
  windowMs: number;
}

const MINUTE = 60_000;
const TEN_MINUTES = 10 * MINUTE;

/**
 * What nobody does by hand. An address may be a mobile network's, with thousands of people behind it, and stands for
 * as many as would use the site at once from there.
 */
export const rateLimits = {
  /** A device registers once; more are cookies thrown away. An address: one new visitor a second, for ten minutes. */
  guest: { visitor: 30, address: 600, windowMs: TEN_MINUTES },
  /** Each screenful of a list that is flung through is a search: three a second, for a minute. */
  search: { visitor: 180, address: 6_000, windowMs: MINUTE },
  /**
   * Two pauses a second in which somebody types, for a minute. Apart from searches, so that typing never keeps anybody
   * from the results; only terms that nobody has typed lately count.
   */
  suggestions: { visitor: 120, address: 6_000, windowMs: MINUTE },
  /** Somebody who types fast sends a short line every two seconds. */
  chat: { visitor: 30, address: 1_000, windowMs: MINUTE },
  /** Each picture costs a redraw: a whole album in ten minutes, as avatar, code or message. */
  upload: { visitor: 40, address: 1_000, windowMs: TEN_MINUTES },
  /** Bodies with files or chat messages, whose own limits come first: what is beyond is not read. */
  files: { visitor: 60, address: 2_000, windowMs: MINUTE },
  /** Ads open another page, which takes seconds each time. */
  adClick: { visitor: 30, address: 2_000, windowMs: MINUTE },
  /** Whoever tries all channels and comes back from each makes a dozen orders. */
  pay: { visitor: 30, address: 600, windowMs: TEN_MINUTES },
  /** A series is bought episode by episode, one every other second. */
  buy: { visitor: 30, address: 1_000, windowMs: MINUTE },
  /** Somebody corrects a wrong amount several times, and does it on one day of the month. */
  withdraw: { visitor: 15, address: 300, windowMs: TEN_MINUTES },
  /** Feedback and reports of videos are read by people. */
  feedback: { visitor: 15, address: 300, windowMs: TEN_MINUTES },
  /** A report goes out each minute and before each jump; jumping is done once a second at most. */
  playback: { visitor: 90, address: 12_000, windowMs: MINUTE },
  /** How a watch went, reported when it ends or is hidden: videos are skipped through, a few seconds each. */
  quality: { visitor: 60, address: 12_000, windowMs: MINUTE },
  /** Likes, favourites, history: a tap a second, and each video that is opened. */
  library: { visitor: 120, address: 12_000, windowMs: MINUTE },
  /** Three things a day, tapped again in impatience. */
  rewards: { visitor: 40, address: 3_000, windowMs: MINUTE },
  /** A nickname is tried in a few spellings. */
  profile: { visitor: 20, address: 600, windowMs: TEN_MINUTES },
  /** The old password is asked for: it must not be found by trying. */
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
/** Every call that changes something has to be allowed; reads are where that is named. */
type Allowed = Record<CallsOf<Contract, "write">, RateLimitName | "counted elsewhere"> &
  Partial<Record<CallsOf<Contract, "read">, RateLimitName>>;

/** Which of a visitor's upstream calls count against which limit. */
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
  // before a picture is drawn anew (`uploads.ts`)
  "member.uploadPicture": "counted elsewhere",
  // by its failures (`login-limits.ts`)
  "member.login": "counted elsewhere",
  // as guests arrive (`member.ts`), who are the only ones that are bound
  "member.registerGuest": "counted elsewhere",
  "invite.bind": "counted elsewhere",
};
