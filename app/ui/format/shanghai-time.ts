const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const SHANGHAI_MS = 8 * HOUR_MS; // one time zone, no summer time

/** 'YYYY-MM-DD HH:mm:ss' or 'YYYY-MM-DD' to milliseconds since 1970; 0 for anything else. */
export const shanghaiInstant = (text: string) =>
  Date.parse(`${text.trim().replace(" ", "T")}+08:00`) ||
  Date.parse(`${text.trim()}T00:00:00+08:00`) ||
  0;

export const shanghaiDay = (instant: number) =>
  new Date(instant + SHANGHAI_MS).toISOString().slice(0, 10);

export const previousDay = (day: string) =>
  new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

export const msUntilTomorrow = (instant: number) => DAY_MS - ((instant + SHANGHAI_MS) % DAY_MS);
