import { withCommas } from "./with-commas.ts";

const WAN = 10_000;
const YI = 10_000 * WAN;

/** How often something was watched, as viewers read it: 8,214, 205.1万 or 1.2亿. */
export function formatHot(count: number): string {
  if (count < WAN) return withCommas(Math.round(count));
  return count < YI ? `${(count / WAN).toFixed(1)}万` : `${(count / YI).toFixed(1)}亿`;
}

/** The same in units of 万 throughout, for where it is praised: 0.8万. What would round to nothing is written out. */
export const formatHotInWan = (count: number) =>
  count < WAN / 20 ? formatHot(count) : `${(count / WAN).toFixed(1)}万`;
