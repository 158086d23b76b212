import { createValue } from "../../../session/create-store.ts";
import { deviceStorage, useValue } from "../../../session/storage.ts";

type MiniPlayerModule = typeof import("./mini-player.tsx");

const loaded = createValue<MiniPlayerModule>();

/** Undefined until a video has played: before, there is nothing to keep. */
export const miniPlayer = loaded.read;

export async function loadMiniPlayer() {
  if (loaded.read() || deviceStorage.read("miniPlayer") === false) return;
  // without it the video ends with its page
  loaded.change(await import("./mini-player.tsx").catch(() => undefined));
}

/** For the root. */
export function MiniPlayerOnDemand() {
  const mini = useValue(loaded);
  return mini ? <mini.MiniPlayer /> : null;
}
