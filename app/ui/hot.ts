const WAN = 10_000;
const withCommas = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** How often something was watched, as viewers read it: 8,214 or 205.1万. */
export const formatHot = (count: number) =>
  count < WAN ? withCommas.format(count) : `${(count / WAN).toFixed(1)}万`;

/** The same in units of 万 throughout, for where it is praised: 0.8万. What would round to nothing is written out. */
export const formatHotInWan = (count: number) =>
  count < WAN / 20 ? formatHot(count) : `${(count / WAN).toFixed(1)}万`;
