const shanghai = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Shanghai",
  dateStyle: "short",
  timeStyle: "medium",
});

/** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai; '' for no instant. */
export function shanghaiTime(instant: Date | null): string {
  return instant ? shanghai.format(instant) : "";
}
