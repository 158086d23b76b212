import { useSyncExternalStore } from "react";
import { createStore } from "./create-store.ts";
import {
  type Memory,
  type MemoryName,
  memories,
  type VisitMemories,
  visitMemories,
} from "./storage-schema.ts";

/** What this device remembers, the same in all of its tabs. On the server there is no device: everything is empty. */
export const device = createStore(memories, () =>
  typeof window === "undefined" ? undefined : window.localStorage,
);

if (typeof window !== "undefined") {
  window.addEventListener("storage", device.refresh);
  window.addEventListener("pageshow", (event) => event.persisted && device.refresh());
}

/** One memory, kept current. Until the page is taken over by scripts it is empty, as on the server. */
export function useDevice<Name extends MemoryName>(name: Name): Memory<Name> {
  return useSyncExternalStore<Memory<Name>>(
    device.subscribe,
    () => device.read(name),
    () => memories[name].empty,
  );
}

/** What this device keeps only to make things quicker or handier; the account does not need it. */
const cache = ["savedVideos", "searchHistory", "videoHistory", "likedVideos"] as const;

/** How many bytes the cache takes up here. */
export const useCacheSize = () =>
  useSyncExternalStore(
    device.subscribe,
    () => device.size(...cache),
    () => 0,
  );

export const clearCache = () => device.forget(...cache);

/** Whether the video was liked on this device; its card alone is drawn anew when that changes. */
export function useLiked(code: string): boolean {
  return useSyncExternalStore(
    device.subscribe,
    () => device.read("likedVideos").includes(code),
    () => false,
  );
}

type Deed = "signedDates" | "dailyLoginClaimed" | "vipVideoDate";

/** Whether this member did it on this date ('YYYY-MM-DD') from this device. */
export const useDoneOn = (deed: Deed, date: string, member: string) =>
  (useDevice(deed)[date] ?? []).includes(member);

export function rememberDoneOn(deed: Deed, date: string, member: string) {
  device.update(deed, (known) => ({ ...known, [date]: [member, ...(known[date] ?? [])] }));
}

/** What was written here and not sent yet. */
export const draftOf = (place: string) => device.read("drafts")[place] ?? "";

export const keepDraft = (place: string, text: string) =>
  device.update("drafts", (known) => ({ ...known, [place]: text }));

/** What is remembered until the tab is closed, also over reloads and visits to a cashier elsewhere. */
export const visit = createStore(visitMemories, () =>
  typeof window === "undefined" ? undefined : window.sessionStorage,
);

/** One memory of this visit, kept current. Until the page is taken over by scripts it is empty. */
export function useVisit<Name extends keyof VisitMemories>(
  name: Name,
): VisitMemories[Name]["empty"] {
  return useSyncExternalStore<VisitMemories[Name]["empty"]>(
    visit.subscribe,
    () => visit.read(name),
    () => visitMemories[name].empty,
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
