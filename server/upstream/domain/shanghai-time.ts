const shanghai = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Shanghai",
  dateStyle: "short",
  timeStyle: "medium",
});

/** `YYYY-MM-DD HH:mm:ss`; '' for null. */
export function formatShanghaiTime(instant: Date | null): string {
  return instant ? shanghai.format(instant) : "";
}

export const shanghaiDate = (instant: Date) => formatShanghaiTime(instant).slice(0, 10);

export function previousDate(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - 1);
  return noon.toISOString().slice(0, 10);
}

/** Asia/Shanghai has no daylight saving time. */
export const startOfDate = (date: string) => new Date(`${date}T00:00:00+08:00`);
