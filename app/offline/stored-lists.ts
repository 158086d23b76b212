import { createStore, type Storage } from "../device/create-store.ts";
import { deviceSchema } from "../device/storage-schema.ts";

export function storedLists(storage: () => Storage) {
  const device = createStore(deviceSchema, storage);
  // no lock screen is loaded without a network
  if (device.read("lock")) return { favourites: [], liked: [], history: [] };
  // covers are cached whole
  const shown = device.read("blurCovers") && { cover: "" };
  const saved = device.read("savedVideos").map((video) => ({ ...video, ...shown }));
  const known = [...device.read("knownVideos"), ...saved];
  const videoByCode = new Map(known.map((video) => [video.code, { ...video, ...shown }]));
  const removed = new Set(device.read("removedHistory"));
  const named = (codes: readonly string[]) => codes.flatMap((code) => videoByCode.get(code) ?? []);
  return {
    favourites: saved,
    liked: named(device.read("likedVideos")),
    history: named(
      device
        .read("videoHistory")
        .map(({ code }) => code)
        .filter((code) => !removed.has(code)),
    ),
  };
}
export type StoredLists = ReturnType<typeof storedLists>;
