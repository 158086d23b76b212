import { useSyncExternalStore } from "react";
import { createStore, type createValue } from "./create-store.ts";
import type { StorageField } from "./storage-fields.ts";
import {
  type DeviceKey,
  type DeviceValue,
  deviceSchema,
  type TabSchema,
  tabSchema,
} from "./storage-schema.ts";

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

export function useDeviceStorage<Name extends DeviceKey>(name: Name): DeviceValue<Name> {
  return useSyncExternalStore<DeviceValue<Name>>(
    deviceStorage.subscribe,
    () => deviceStorage.read(name),
    () => deviceSchema[name].empty,
  );
}

export function useLiked(code: string): boolean {
  return useSyncExternalStore(
    deviceStorage.subscribe,
    () => deviceStorage.read("likedVideos").includes(code),
    () => false,
  );
}

type DailyTask = "signedDates" | "dailyLoginClaimed" | "vipVideoDate";

export const useTaskDone = (task: DailyTask, date: string, member: string) =>
  (useDeviceStorage(task)[date] ?? []).includes(member);

export function recordTaskDone(task: DailyTask, date: string, member: string) {
  deviceStorage.update(task, (members) => ({
    ...members,
    [date]: [member, ...(members[date] ?? [])],
  }));
}

export const readDraft = (name: string) => deviceStorage.read("drafts")[name] ?? "";

export const saveDraft = (name: string, text: string) =>
  deviceStorage.update("drafts", (drafts) => ({ ...drafts, [name]: text }));

export const tabStorage = createStore(tabSchema, () => window.sessionStorage);

export function useTabStorage<Name extends keyof TabSchema>(name: Name): TabSchema[Name]["empty"] {
  return useSyncExternalStore<TabSchema[Name]["empty"]>(
    tabStorage.subscribe,
    () => tabStorage.read(name),
    () => tabSchema[name].empty,
  );
}

/** Whether this is the tab's first call with this name. False if storage is unavailable, or it would be true on every page. */
export function firstTimeInSession(name: string): boolean {
  try {
    const first = sessionStorage.getItem(name) === null;
    sessionStorage.setItem(name, "1");
    return first;
  } catch {
    return false;
  }
}
