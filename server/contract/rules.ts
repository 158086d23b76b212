/**
 * What the site, its pages and the upstream have in common, and what pages quote in their texts. Without imports: browsers
 * load what they use of this file.
 */

/** Type code of the hidden section. */
export const HIDDEN_SECTION_CODE = "42";

export const VIDEO_CODE = /^\d{1,20}$/;
export const EPISODE_ID = /^(?!0+$)\w[\w-]{0,39}$/;

/** Parameter with which a browser without scripts asks for a page again, to be registered by it. */
export const WITHOUT_SCRIPTS = "noscript";

/** In characters: nobody types a longer term to be given suggestions for it. */
export const MAX_SUGGESTED_TERM = 30;

/** The largest picture that a visitor may send. */
export const MAX_UPLOAD_MB = 8;
export const MAX_UPLOAD_BYTES = MAX_UPLOAD_MB * 1024 * 1024;
/** Of a form with such a picture. */
export const MAX_UPLOAD_FORM_MB = MAX_UPLOAD_MB + 2;

/** In characters, of a password that a member chooses. */
export const SHORTEST_PASSWORD = 6;
export const LONGEST_PASSWORD = 12;

/** Prices in yuan, in the order in which the plans are shown: an order names its plan by the place here. */
export const VIP_PLANS = [
  { days: 90, price: 100 },
  { days: 30, price: 30 },
  { days: 365, price: 200 },
  { days: 3650, price: 500 },
] as const;

/** In yuan, for coins of a free amount. */
export const MIN_COIN_PAYMENT = 10;
export const MAX_COIN_PAYMENT = 5_000;

/** What a free amount brings for a yuan: as many coins as the dearest option; 0 where no coins are offered. */
export const coinsPerYuan = (options: readonly { specification: string; price: number }[]) =>
  options
    .map(({ specification, price }) => (price > 0 ? Number(specification) / price : 0))
    .filter((rate) => rate > 0)
    .reduce((least, rate) => (least === 0 ? rate : Math.min(least, rate)), 0);

/** In coins. */
export const EPISODE_PRICE = 2;

/** With a preview's playlist: how long the whole episode is. */
export const FULL_SECONDS_HEADER = "x-full-seconds";
/** With a stream's beginning (`server/media/beginning/beginning.ts`): what it is, in JSON. */
export const BEGINNING_HEADER = "x-beginning";
export interface BeginningHead {
  /** Media types, by the names that hls.js gives to their buffers. */
  tracks: { audiovideo?: string; video?: string; audio?: string };
  /** The variant of the playlist that it is, in bits per second; 0 where there is only one. */
  bandwidth: number;
  /** In seconds: how long the whole episode is, and the part of it that this is. */
  full: number;
  start: number;
  end: number;
  /** The second of sound that has no times of its own (MP3). */
  soundFrom?: number | undefined;
  /** Second 0 of the episode on its media's clock, as hls.js wants it. */
  clock: { baseTime: number; timescale: number; trackId: number };
}

/** What checking in brings on seven days in a row, again and again. */
export const CHECK_IN_REWARDS = [
  { kind: "coins", amount: 1 },
  { kind: "coins", amount: 1 },
  { kind: "vipDays", amount: 1 },
  { kind: "coins", amount: 2 },
  { kind: "coins", amount: 2 },
  { kind: "coins", amount: 3 },
  { kind: "vipDays", amount: 3 },
] as const;

/** What the watching task asks for in a day. */
export const WATCH_TASK_MINUTES = 20;
/** In coins. */
export const TASK_COINS = { dailyLogin: 1, watching: 2, firstRecharge: 5 } as const;

/** For the inviter of a new member. */
export const INVITE_VIP_DAYS = 1;

/** Every how many entries one is an ad: in the home page's sections, and in lists that go on. */
export const SECTION_AD_EVERY = 7;
export const LIST_AD_EVERY = 10;

/** By how much a double tap, the player's buttons and a headset's skip. */
export const SKIP_SECONDS = 10;
/** How fast a video plays while it is held. */
export const HELD_RATE = 2;
