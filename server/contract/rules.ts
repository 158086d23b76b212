/** Rules of the product that the site, its pages and the upstream have in common. Constants only: browsers load this file. */

/** Type code of the hidden section. */
export const HIDDEN_SECTION_CODE = "42";

export const VIDEO_CODE = /^\d{1,20}$/;

/** The largest picture that a visitor may send. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024;

/** Prices in yuan, in the order in which the plans are shown: an order names its plan by the place here. */
export const vipPlans = [
  { days: 90, price: 100 },
  { days: 30, price: 30 },
  { days: 365, price: 200 },
  { days: 3650, price: 500 },
] as const;

/** In yuan, for coins of a free amount. */
export const MIN_COIN_PAYMENT = 10;
export const MAX_COIN_PAYMENT = 5_000;

/** In coins. */
export const EPISODE_PRICE = 2;
