import type { VideoCardData } from "../../../server/domain/cards.ts";
import type { SavedVideo } from "../../session/storage-schema.ts";

export interface LibraryVideo extends VideoCardData {
  /** In milliseconds since 1970; 0 for unknown. */
  addedAt: number;
}

export const favouriteIntents = { remove: "remove" } as const;

/** Latest first. Pictures come from the member's record, the VIP mark from the device. */
export function mergeFavourites(
  records: readonly LibraryVideo[],
  saved: readonly SavedVideo[],
): LibraryVideo[] {
  const onDevice = new Map(saved.map((video) => [video.code, video]));
  const recorded = new Set<string>();
  const both = records
    .filter(({ code }) => !recorded.has(code) && recorded.add(code))
    .map((record) => ({ ...record, vip: record.vip || onDevice.get(record.code)?.vip === true }));
  const only = saved
    .filter(({ code }) => !recorded.has(code))
    .map(({ savedAt, ...card }) => ({ ...card, addedAt: savedAt }));
  return only.length === 0 ? both : [...both, ...only].sort((a, b) => b.addedAt - a.addedAt);
}
