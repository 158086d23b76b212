/**
 * Constants shared by server, pages and upstream, some quoted in texts. No imports, because browsers load this file.
 */

/** Type code of the hidden section. */
export const HIDDEN_SECTION_CODE = "42";

export const VIDEO_CODE = /^\d{1,20}$/;
export const EPISODE_ID = /^(?!0+$)\w[\w-]{0,39}$/;

/** Query parameter with which a browser without scripts reloads a page, so that the reload registers it. */
export const WITHOUT_SCRIPTS = "noscript";

/** In characters; longer terms get no suggestions. */
export const MAX_SUGGESTED_TERM = 30;

/** The largest picture that a visitor may upload. */
export const MAX_UPLOAD_MB = 8;
export const MAX_UPLOAD_BYTES = MAX_UPLOAD_MB * 1024 * 1024;
/** The largest form with such a picture. */
export const MAX_UPLOAD_FORM_MB = MAX_UPLOAD_MB + 2;

/** In characters. */
export const SHORTEST_PASSWORD = 6;
export const LONGEST_PASSWORD = 12;

/** Prices in yuan, in display order; an order refers to a plan by its index here. */
export const VIP_PLANS = [
  { days: 90, price: 100 },
  { days: 30, price: 30 },
  { days: 365, price: 200 },
  { days: 3650, price: 500 },
] as const;

/** In yuan, for custom amounts of coins. */
export const MIN_COIN_PAYMENT = 10;
export const MAX_COIN_PAYMENT = 5_000;

/** Coins per yuan for custom amounts: the rate of the most expensive option; 0 if there are no options. */
export const coinsPerYuan = (options: readonly { specification: string; price: number }[]) =>
  options
    .map(({ specification, price }) => (price > 0 ? Number(specification) / price : 0))
    .filter((rate) => rate > 0)
    .reduce((least, rate) => (least === 0 ? rate : Math.min(least, rate)), 0);

/** In coins. */
export const EPISODE_PRICE = 2;

/** Header of a preview's playlist: the whole episode's length in seconds. */
export const FULL_SECONDS_HEADER = "x-full-seconds";
/** Header of a stream's beginning (`server/media/beginning/beginning.ts`): a `BeginningHead` in JSON. */
export const BEGINNING_HEADER = "x-beginning";
export interface BeginningHead {
  /** MIME types by hls.js's buffer names. */
  tracks: { audiovideo?: string; video?: string; audio?: string };
  /** BANDWIDTH of its variant in bits per second; 0 without variants. */
  bandwidth: number;
  /** In seconds: the whole episode's length, and the range of this part. */
  full: number;
  start: number;
  end: number;
  /** Start in seconds of audio without timestamps (MP3). */
  soundFrom?: number | undefined;
  /** hls.js's `initPTS`: the media timestamp of the episode's second 0. */
  clock: { baseTime: number; timescale: number; trackId: number };
}

/** Rewards for checking in on seven consecutive days; the cycle then repeats. */
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

/** The inviter's reward per new member. */
export const INVITE_VIP_DAYS = 1;

/** Every n-th entry is an ad: in the home page's sections and in infinite lists. */
export const SECTION_AD_EVERY = 7;
export const LIST_AD_EVERY = 10;

/** Skip of a double tap, the player's buttons and headset keys. */
export const SKIP_SECONDS = 10;
/** Playback rate during a long press. */
export const HELD_RATE = 2;
