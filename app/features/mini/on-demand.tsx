import { createValue } from "../../device/create-store.ts";
import { deviceStorage, useValue } from "../../device/storage.ts";

type MiniPlayerModule = typeof import("./mini-player.tsx");

const loaded = createValue<MiniPlayerModule>();

export const miniPlayer = loaded.read;

export async function loadMiniPlayer() {
  if (loaded.read() || !deviceStorage.read("miniPlayer")) return;
  loaded.change(await import("./mini-player.tsx").catch(() => undefined));
}

export function MiniPlayerOnDemand() {
  const mini = useValue(loaded);
  return mini ? <mini.MiniPlayer /> : null;
}
