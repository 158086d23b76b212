const WAN = 10_000;
const withCommas = (count: number) => count.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ",");

/** How often something was watched, as viewers read it: 8,214 or 205.1万. */
export const formatHot = (count: number) =>
  count < WAN ? withCommas(count) : `${(count / WAN).toFixed(1)}万`;

/** The same in units of 万 throughout, for where it is praised: 0.8万. What would round to nothing is written out. */
export const formatHotInWan = (count: number) =>
  count < WAN / 20 ? formatHot(count) : `${(count / WAN).toFixed(1)}万`;
