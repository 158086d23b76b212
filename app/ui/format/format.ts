const two = (value: number) => String(value).padStart(2, "0");

/** 336 becomes "05:36", 3936 becomes "1:05:36", and NaN or Infinity "00:00". */
export function formatClock(seconds: number): string {
  // browsers report 180 as 179.999999
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds + 0.001)) : 0;
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** "23:18" or "1:05:36" in seconds; 0 for anything else. */
export function parseClock(text: string): number {
  if (!/^\d+(:\d{1,2}){1,2}$/.test(text)) return 0;
  return text.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}

/** 12345.6 becomes "12,345.6". Creating an `Intl.NumberFormat` takes a slow phone 100 ms. */
export function formatNumber(value: number): string {
  const [whole = "", ...part] = String(value).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...part].join(".");
}

const WAN = 10_000;
const YI = 10_000 * WAN;

export function formatCount(count: number): string {
  if (count < WAN) return formatNumber(Math.round(count));
  return count < YI ? `${(count / WAN).toFixed(1)}万` : `${(count / YI).toFixed(1)}亿`;
}

export const formatCountInWan = (count: number) =>
  count < WAN / 20 ? formatCount(count) : `${(count / WAN).toFixed(1)}万`;
