const two = (value: number) => String(value).padStart(2, "0");

/** Seconds as viewers read them: 336 is "05:36", an hour more is "1:05:36". What is unknown reads as nothing. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** What "23:18" and "1:05:36" say, in seconds; 0 for anything else. */
export function parseClock(text: string): number {
  if (!/^\d+(:\d{1,2}){1,2}$/.test(text)) return 0;
  return text.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}

/** 12345.6 as 12,345.6. By itself: to make an `Intl.NumberFormat` takes a slow phone a tenth of a second. */
export function formatNumber(value: number): string {
  const [whole = "", ...part] = String(value).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...part].join(".");
}

const WAN = 10_000;
const YI = 10_000 * WAN;

/** How often something was watched, as viewers read it: 8,214, 205.1万 or 1.2亿. */
export function formatCount(count: number): string {
  if (count < WAN) return formatNumber(Math.round(count));
  return count < YI ? `${(count / WAN).toFixed(1)}万` : `${(count / YI).toFixed(1)}亿`;
}

/** The same in units of 万 throughout, for where it is praised: 0.8万. What would round to nothing is written out. */
export const formatCountInWan = (count: number) =>
  count < WAN / 20 ? formatCount(count) : `${(count / WAN).toFixed(1)}万`;
