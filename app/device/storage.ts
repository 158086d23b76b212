import { useSyncExternalStore } from "react";
import { createStore, type createValue } from "./create-store.ts";
import type { StorageField } from "./storage-fields.ts";
import { deviceSchema, tabSchema } from "./storage-schema.ts";

export function storageOfDevice<Shapes extends Record<string, StorageField<unknown>>>(
  shapes: Shapes,
) {
  const store = createStore(shapes, () => window.localStorage);
  if (!import.meta.env.SSR) {
    window.addEventListener("storage", store.refresh);
    window.addEventListener("pageshow", (event) => event.persisted && store.refresh());
  }
  return store;
}

export const deviceStorage = storageOfDevice(deviceSchema);

export const useValue = <Value>(value: ReturnType<typeof createValue<Value>>) =>
  useSyncExternalStore<Value | undefined>(value.subscribe, value.read, value.readOnServer);

export const storageHook =
  <Shapes extends Record<string, StorageField<unknown>>>(
    store: ReturnType<typeof createStore<Shapes>>,
    shapes: Shapes,
  ) =>
  <Name extends keyof Shapes & string>(name: Name) =>
    useSyncExternalStore<Shapes[Name]["empty"]>(
      store.subscribe,
      () => store.read(name),
      () => shapes[name]?.empty as Shapes[Name]["empty"],
    );

export const useDeviceStorage = storageHook(deviceStorage, deviceSchema);

export function useLiked(code: string): boolean {
  return useSyncExternalStore(
    deviceStorage.subscribe,
    () => deviceStorage.read("likedVideos").includes(code),
    () => false,
  );
}

type DailyTask = "signedDates" | "dailyLoginClaimed" | "vipVideoDate"; // signedDates: daily check-ins

export const useTaskDone = (task: DailyTask, date: string, member: string) =>
  (useDeviceStorage(task)[date] ?? []).includes(member);

export function recordTaskDone(task: DailyTask, date: string, member: string) {
  deviceStorage.update(task, (membersByDate) => ({
    ...membersByDate,
    [date]: [member, ...(membersByDate[date] ?? [])],
  }));
}

export const readDraft = (name: string) => deviceStorage.read("drafts")[name] ?? "";

export const saveDraft = (name: string, text: string) =>
  deviceStorage.update("drafts", (drafts) => ({ ...drafts, [name]: text }));

export const tabStorage = createStore(tabSchema, () => window.sessionStorage);

export const useTabStorage = storageHook(tabStorage, tabSchema);

/** Whether this is the tab's first call by this name. False without storage, so that not every page counts as first. */
export function firstTimeInSession(name: string): boolean {
  try {
    const first = sessionStorage.getItem(name) === null;
    sessionStorage.setItem(name, "1");
    return first;
  } catch {
    return false;
  }
}
