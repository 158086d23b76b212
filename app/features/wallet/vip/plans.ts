/** In the order in which they are shown; the upstream is sent the index. */
export const plans = [
  { days: 90, price: 100, picture: "/vip/dunes.svg" },
  { days: 30, price: 30, picture: "/vip/crescent.svg" },
  { days: 365, price: 200, picture: "/vip/seasons.svg" },
  { days: 3650, price: 500, picture: "/vip/stars.svg" },
] as const;

export const FIRST_PLAN = 1;
