const shanghai = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Shanghai",
  dateStyle: "short",
  timeStyle: "medium",
});

/** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai; '' for null. */
export function formatShanghaiTime(instant: Date | null): string {
  return instant ? shanghai.format(instant) : "";
}

/** `YYYY-MM-DD` in Asia/Shanghai. */
export const shanghaiDate = (instant: Date) => formatShanghaiTime(instant).slice(0, 10);

/** The date before another, both `YYYY-MM-DD`. */
export function previousDate(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - 1);
  return noon.toISOString().slice(0, 10);
}

/** The start of a date in Asia/Shanghai (no DST). */
export const startOfDate = (date: string) => new Date(`${date}T00:00:00+08:00`);
