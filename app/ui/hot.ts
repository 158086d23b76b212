const WAN = 10_000;
const withCommas = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** How often something was watched, as viewers read it: 8,214 or 205.1万. */
export const formatHot = (count: number) =>
  count < WAN ? withCommas.format(count) : `${(count / WAN).toFixed(1)}万`;
