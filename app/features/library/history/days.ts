import { texts } from "../../../texts/index.ts";
import { previousDay, shanghaiDay, shanghaiInstant } from "../../../ui/format/shanghai-time.ts";

export { shanghaiDay, shanghaiInstant };

export function dayLabel(day: string, today: string): string {
  if (day === today) return texts.history.today;
  if (day === previousDay(today)) return texts.history.yesterday;
  return day;
}

export function groupByDay<Row extends { addedAt: number }>(rows: readonly Row[]) {
  const days: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const current = days.at(-1);
    const day = row.addedAt === 0 ? (current?.day ?? "") : shanghaiDay(row.addedAt);
    if (current?.day === day) current.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
