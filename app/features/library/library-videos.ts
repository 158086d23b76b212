import type { ListPage, VideoCardData } from "../../../server/domain/cards.ts";
import type { SavedVideo } from "../../device/storage-schema.ts";

export interface LibraryVideo extends VideoCardData {
  addedAt: number; // milliseconds since 1970; 0 if unknown
}

export const favouriteIntents = { remove: "remove" } as const;

export type LibraryPage = ListPage<LibraryVideo>;

export type FavouriteCursor = Pick<LibraryVideo, "code" | "addedAt">;

export const cursorText = ({ code, addedAt }: FavouriteCursor) => `${addedAt}-${code}`;

export function parseCursor(text: string | null): FavouriteCursor | undefined {
  const [, addedAt, code] = /^(\d{1,15})-(.{1,40})$/.exec(text ?? "") ?? [];
  return code === undefined ? undefined : { addedAt: Number(addedAt), code };
}

/** For loader data: a thousand codes as one string cost a tenth of an array. */
export const joinCodes = (codes: readonly string[]) => codes.join("\n");
export const splitCodes = (joined: string) => (joined === "" ? [] : joined.split("\n"));

const asVip = new WeakMap<LibraryVideo, LibraryVideo>();

/** Always returns the same object for a record, so that memoised cards do not render again. */
function withVipMark(record: LibraryVideo): LibraryVideo {
  const marked = asVip.get(record) ?? { ...record, vip: true };
  asVip.set(record, marked);
  return marked;
}

interface MergeOptions {
  recorded: ReadonlySet<string>; // codes of all favourites on the account, loaded or not
  /** If false, favourites saved on this device before the oldest loaded record are left out. */
  ended: boolean;
}

export function mergeFavourites(
  records: readonly LibraryVideo[],
  saved: readonly SavedVideo[],
  { recorded, ended }: MergeOptions,
): LibraryVideo[] {
  const vip = new Set(saved.flatMap((video) => (video.vip ? [video.code] : [])));
  const merged = records.map((record) =>
    !record.vip && vip.has(record.code) ? withVipMark(record) : record,
  );
  const oldest = ended ? 0 : (merged.at(-1)?.addedAt ?? 0);
  const local = savedOnlyHere(saved, recorded).filter(({ addedAt }) => ended || addedAt > oldest);
  return local.length === 0 ? merged : [...merged, ...local].sort((a, b) => b.addedAt - a.addedAt);
}

export const savedOnlyHere = (saved: readonly SavedVideo[], recorded: ReadonlySet<string>) =>
  saved.filter(({ code }) => !recorded.has(code)).map(asFavourite);

const favouriteOf = new WeakMap<SavedVideo, LibraryVideo>();

function asFavourite(video: SavedVideo): LibraryVideo {
  const { savedAt, ...card } = video;
  const favourite = favouriteOf.get(video) ?? { ...card, addedAt: savedAt };
  favouriteOf.set(video, favourite);
  return favourite;
}
