import { useSyncExternalStore } from "react";
import { createStore } from "./create-store.ts";
import { type Memory, type MemoryName, memories } from "./memories.ts";

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
