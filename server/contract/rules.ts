/** Shared by server, pages and upstream. No imports, because browsers load this file. */

export const HIDDEN_SECTION_CODE = "42";

export const VIDEO_CODE = /^\d{1,20}$/;
export const EPISODE_ID = /^(?!0+$)\w[\w-]{0,39}$/;

/** A browser without scripts reloads a page with this parameter, which registers a guest. */
export const WITHOUT_SCRIPTS = "noscript";

/** In characters. */
export const MAX_SUGGESTED_TERM = 30;

export const MAX_UPLOAD_MB = 8;
export const MAX_UPLOAD_BYTES = MAX_UPLOAD_MB * 1024 * 1024;
export const MAX_UPLOAD_FORM_MB = MAX_UPLOAD_MB + 2;

/** In characters. */
export const SHORTEST_PASSWORD = 6;
export const LONGEST_PASSWORD = 12;

/** Of the lock, in digits. */
export const SHORTEST_PIN = 4;
export const LONGEST_PIN = 8;

/** Prices in yuan, in display order; an order has the plan's index. */
export const VIP_PLANS = [
  { days: 90, price: 100 },
  { days: 30, price: 30 },
  { days: 365, price: 200 },
  { days: 3650, price: 500 },
] as const;

export const MIN_COIN_PAYMENT = 10;
export const MAX_COIN_PAYMENT = 5_000;

export const coinsPerYuan = (options: readonly { specification: string; price: number }[]) =>
  options
    .map(({ specification, price }) => (price > 0 ? Number(specification) / price : 0))
    .filter((rate) => rate > 0)
    .reduce((least, rate) => (least === 0 ? rate : Math.min(least, rate)), 0);

/** In coins. */
export const EPISODE_PRICE = 2;

/** Of an episode's length: who has seen more has watched it to its end. */
export const FINISHED_PERCENT = 95;

/** The full length of an episode in seconds, sent with a preview's playlist. */
export const FULL_SECONDS_HEADER = "x-full-seconds";
/** Holds a `BeginningHead` as JSON (`server/media/beginning/beginning.ts`). */
export const BEGINNING_HEADER = "x-beginning";
export interface BeginningHead {
  /** MIME types, by hls.js's buffer names. */
  tracks: { audiovideo?: string; video?: string; audio?: string };
  /** The variant's, in bits per second; 0 if there are no variants. */
  bandwidth: number;
  /** In seconds: the whole episode's length, and the range of this part. */
  full: number;
  start: number;
  end: number;
  /** The start in seconds of audio that has no timestamps (MP3). */
  soundFrom?: number | undefined;
  /** hls.js's `initPTS`: the media timestamp of the episode's second 0. */
  clock: { baseTime: number; timescale: number; trackId: number };
}

export const CHECK_IN_REWARDS = [
  { kind: "coins", amount: 1 },
  { kind: "coins", amount: 1 },
  { kind: "vipDays", amount: 1 },
  { kind: "coins", amount: 2 },
  { kind: "coins", amount: 2 },
  { kind: "coins", amount: 3 },
  { kind: "vipDays", amount: 3 },
] as const;

export const WATCH_TASK_MINUTES = 20;
/** In coins. */
export const TASK_COINS = { dailyLogin: 1, watching: 2, firstRecharge: 5 } as const;

export const INVITE_VIP_DAYS = 1;

/** Every n-th entry is an ad: in the home page's sections and in infinite lists. */
export const SECTION_AD_EVERY = 7;
export const LIST_AD_EVERY = 10;

/** Skipped by a double tap, the player's buttons and headset keys. */
export const SKIP_SECONDS = 10;
export const HELD_RATE = 2;

/** All cookies of this site, and for how many days browsers keep them. */
export const COOKIE_DAYS = { visitor: 400, newcomer: 400, adult: 365, blurred: 400, entry: 180 };
