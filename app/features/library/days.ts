import { texts } from "../../texts.ts";

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** China has one zone and no summer time. */
const SHANGHAI_MS = 8 * HOUR_MS;

/** 'YYYY-MM-DD HH:mm:ss' in Shanghai, in milliseconds since 1970; 0 for what is no time. */
export const instantOf = (text: string) =>
  Date.parse(`${text.trim().replace(" ", "T")}+08:00`) ||
  Date.parse(`${text.trim()}T00:00:00+08:00`) ||
  0;

/** The day in Shanghai on which an instant falls: 'YYYY-MM-DD'. */
export const dayOf = (instant: number) =>
  new Date(instant + SHANGHAI_MS).toISOString().slice(0, 10);

/** A day's name, as seen from `today`. */
export function dayName(day: string, today: string): string {
  if (day === today) return texts.history.today;
  if (day === dayOf(Date.parse(today) - DAY_MS)) return texts.history.yesterday;
  return day;
}

/** Newest first by days. What has no time belongs to the day before it in the list. */
export function byDays<Row extends { keptAt: number }>(rows: readonly Row[]) {
  const days: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const current = days.at(-1);
    const day = row.keptAt === 0 ? (current?.day ?? "") : dayOf(row.keptAt);
    if (current?.day === day) current.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
