import { texts } from "../../../texts/index.ts";
import { previousDay, shanghaiDay, shanghaiInstant } from "../../../ui/shanghai-time.ts";

export { shanghaiDay, shanghaiInstant };

/** A day's name, as seen from `today`. */
export function dayName(day: string, today: string): string {
  if (day === today) return texts.history.today;
  if (day === previousDay(today)) return texts.history.yesterday;
  return day;
}

/** Newest first by days. What has no time belongs to the day before it in the list. */
export function byDays<Row extends { keptAt: number }>(rows: readonly Row[]) {
  const days: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const current = days.at(-1);
    const day = row.keptAt === 0 ? (current?.day ?? "") : shanghaiDay(row.keptAt);
    if (current?.day === day) current.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
