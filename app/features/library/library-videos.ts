import type { VideoCardData } from "../../../server/domain/cards.ts";
import type { SavedVideo } from "../../session/storage-schema.ts";

/** A video that the member kept, as a list shows it. */
export interface Kept extends VideoCardData {
  /** When, in milliseconds since 1970; 0 where that is not known. */
  keptAt: number;
}

/** A form without an intent clears the whole list. */
export const favouriteIntents = { remove: "remove" } as const;

/**
 * The member's favourites with those of this device, each once, the latest first. Of a video that both know the
 * member's record has the current picture, and the device knows whether it is for VIP members.
 */
export function mergeFavourites(records: readonly Kept[], saved: readonly SavedVideo[]): Kept[] {
  const here = new Map(saved.map((video) => [video.code, video]));
  const known = new Set<string>();
  const both = records
    .filter(({ code }) => !known.has(code) && known.add(code))
    .map((record) => ({ ...record, vip: record.vip || here.get(record.code)?.vip === true }));
  const only = saved
    .filter(({ code }) => !known.has(code))
    .map(({ savedAt, ...card }) => ({ ...card, keptAt: savedAt }));
  return only.length === 0 ? both : [...both, ...only].sort((a, b) => b.keptAt - a.keptAt);
}
