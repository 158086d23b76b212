import type { ListPage, VideoCardData } from "../../../server/domain/cards.ts";
import type { SavedVideo } from "../../session/storage-schema.ts";

export interface LibraryVideo extends VideoCardData {
  /** In milliseconds since 1970; 0 for unknown. */
  addedAt: number;
}

export const favouriteIntents = { remove: "remove" } as const;

export type LibraryPage = ListPage<LibraryVideo>;

/** The record behind which a page begins. */
export type FavouritePlace = Pick<LibraryVideo, "code" | "addedAt">;

export const placeText = ({ code, addedAt }: FavouritePlace) => `${addedAt}-${code}`;

export function placeOf(text: string | null): FavouritePlace | undefined {
  const [, addedAt, code] = /^(\d{1,15})-(.{1,40})$/.exec(text ?? "") ?? [];
  return code === undefined ? undefined : { addedAt: Number(addedAt), code };
}

/** As one text a thousand codes cost a tenth of what they cost one by one. */
export const joinCodes = (codes: readonly string[]) => codes.join("\n");
export const splitCodes = (joined: string) => (joined === "" ? [] : joined.split("\n"));

const asVip = new WeakMap<LibraryVideo, LibraryVideo>();

/** The same object for the same record, so that what shows it is not rendered again. */
function withVipMark(record: LibraryVideo): LibraryVideo {
  const marked = asVip.get(record) ?? { ...record, vip: true };
  asVip.set(record, marked);
  return marked;
}

interface Others {
  /** The codes of all the member's records, loaded or not. */
  recorded: ReadonlySet<string>;
  /** Whether all records are loaded; before that, what the device saved earlier than those loaded has no place yet. */
  ended: boolean;
}

/** Latest first. Pictures come from the member's record, the VIP mark from the device. */
export function mergeFavourites(
  records: readonly LibraryVideo[],
  saved: readonly SavedVideo[],
  { recorded, ended }: Others,
): LibraryVideo[] {
  const vip = new Set(saved.flatMap((video) => (video.vip ? [video.code] : [])));
  const both = records.map((record) =>
    !record.vip && vip.has(record.code) ? withVipMark(record) : record,
  );
  const oldest = ended ? 0 : (both.at(-1)?.addedAt ?? 0);
  const only = onlySaved(saved, recorded).filter(({ addedAt }) => ended || addedAt > oldest);
  return only.length === 0 ? both : [...both, ...only].sort((a, b) => b.addedAt - a.addedAt);
}

/** What only this device knows. */
export const onlySaved = (saved: readonly SavedVideo[], recorded: ReadonlySet<string>) =>
  saved.filter(({ code }) => !recorded.has(code)).map(asFavourite);

const favouriteOf = new WeakMap<SavedVideo, LibraryVideo>();

function asFavourite(video: SavedVideo): LibraryVideo {
  const { savedAt, ...card } = video;
  const favourite = favouriteOf.get(video) ?? { ...card, addedAt: savedAt };
  favouriteOf.set(video, favourite);
  return favourite;
}
