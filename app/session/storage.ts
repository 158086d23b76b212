import { useSyncExternalStore } from "react";
import { createStore } from "./create-store.ts";
import {
  type DeviceKey,
  type DeviceValue,
  deviceSchema,
  type TabSchema,
  tabSchema,
} from "./storage-schema.ts";

/** What this device remembers, the same in all of its tabs. On the server there is no device: everything is empty. */
export const deviceStorage = createStore(deviceSchema, () =>
  typeof window === "undefined" ? undefined : window.localStorage,
);

if (typeof window !== "undefined") {
  window.addEventListener("storage", deviceStorage.refresh);
  window.addEventListener("pageshow", (event) => event.persisted && deviceStorage.refresh());
}

/** One memory, kept current. Until the page is taken over by scripts it is empty, as on the server. */
export function useDeviceStorage<Name extends DeviceKey>(name: Name): DeviceValue<Name> {
  return useSyncExternalStore<DeviceValue<Name>>(
    deviceStorage.subscribe,
    () => deviceStorage.read(name),
    () => deviceSchema[name].empty,
  );
}

/** What this device keeps only to make things quicker or handier; the account does not need it. */
const cache = ["savedVideos", "searchHistory", "videoHistory", "likedVideos"] as const;

/** How many bytes the cache takes up here. */
export const useCacheSize = () =>
  useSyncExternalStore(
    deviceStorage.subscribe,
    () => deviceStorage.size(...cache),
    () => 0,
  );

export const clearCache = () => deviceStorage.remove(...cache);

/** Whether the video was liked on this device; its card alone is drawn anew when that changes. */
export function useLiked(code: string): boolean {
  return useSyncExternalStore(
    deviceStorage.subscribe,
    () => deviceStorage.read("likedVideos").includes(code),
    () => false,
  );
}

type DailyTask = "signedDates" | "dailyLoginClaimed" | "vipVideoDate";

/** Whether this member did it on this date ('YYYY-MM-DD') from this device. */
export const useTaskDone = (deed: DailyTask, date: string, member: string) =>
  (useDeviceStorage(deed)[date] ?? []).includes(member);

export function recordTaskDone(deed: DailyTask, date: string, member: string) {
  deviceStorage.update(deed, (known) => ({ ...known, [date]: [member, ...(known[date] ?? [])] }));
}

/** What was written here and not sent yet. */
export const readDraft = (place: string) => deviceStorage.read("drafts")[place] ?? "";

export const saveDraft = (place: string, text: string) =>
  deviceStorage.update("drafts", (known) => ({ ...known, [place]: text }));

/** What is remembered until the tab is closed, also over reloads and visits to a cashier elsewhere. */
export const tabStorage = createStore(tabSchema, () =>
  typeof window === "undefined" ? undefined : window.sessionStorage,
);

/** One memory of this visit, kept current. Until the page is taken over by scripts it is empty. */
export function useTabStorage<Name extends keyof TabSchema>(name: Name): TabSchema[Name]["empty"] {
  return useSyncExternalStore<TabSchema[Name]["empty"]>(
    tabStorage.subscribe,
    () => tabStorage.read(name),
    () => tabSchema[name].empty,
  );
}

/**
 * Whether something happens for the first time since this tab was opened; from then on it has happened. Where
 * nothing can be kept it counts as having happened, so that nobody is bothered on every page.
 */
export function firstTimeInSession(name: string): boolean {
  try {
    if (sessionStorage.getItem(name) !== null) return false;
    sessionStorage.setItem(name, "1");
    return true;
  } catch {
    return false;
  }
}
