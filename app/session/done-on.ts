import { device, useDevice } from "./store.ts";

type Deed = "signedDates" | "dailyLoginClaimed" | "vipVideoDate";

/** Whether this member did it on this date ('YYYY-MM-DD') from this device. */
export const useDoneOn = (deed: Deed, date: string, member: string) =>
  (useDevice(deed)[date] ?? []).includes(member);

export function rememberDoneOn(deed: Deed, date: string, member: string) {
  device.update(deed, (known) => ({ ...known, [date]: [member, ...(known[date] ?? [])] }));
}
