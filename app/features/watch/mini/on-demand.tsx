import { useSyncExternalStore } from "react";
import { deviceStorage } from "../../../session/storage.ts";

type MiniPlayerModule = typeof import("./mini-player.tsx");

let loaded: MiniPlayerModule | undefined;
const listeners = new Set<() => void>();

/** Undefined until a video has played: before, there is nothing to keep. */
export const miniPlayer = () => loaded;

export async function loadMiniPlayer() {
  if (loaded || deviceStorage.read("miniPlayer") === false) return;
  // without it the video ends with its page
  loaded = await import("./mini-player.tsx").catch(() => undefined);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For the root. */
export function MiniPlayerOnDemand() {
  const mini = useSyncExternalStore(subscribe, miniPlayer, () => undefined);
  return mini ? <mini.MiniPlayer /> : null;
}
