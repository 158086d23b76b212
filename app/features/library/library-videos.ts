import type { ListPage, VideoCardData } from "../../../server/domain/cards.ts";
import type { SavedVideo } from "../../device/storage-schema.ts";
import { texts } from "../../texts/index.ts";
import { previousDay, shanghaiDay, shanghaiInstant } from "../../ui/format/shanghai-time.ts";

export { shanghaiDay, shanghaiInstant };

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

/** Always returns the same object for a video, so that memoised cards do not render again. */
function sameFor<Video extends object>(make: (video: Video) => LibraryVideo) {
  const made = new WeakMap<Video, LibraryVideo>();
  return (video: Video) => {
    const shown = made.get(video) ?? make(video);
    made.set(video, shown);
    return shown;
  };
}

const withVipMark = sameFor((record: LibraryVideo) => ({ ...record, vip: true }));

const asFavourite = sameFor(({ savedAt, ...card }: SavedVideo) => ({ ...card, addedAt: savedAt }));

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

export function dayLabel(day: string, today: string): string {
  if (day === today) return texts.history.today;
  if (day === previousDay(today)) return texts.history.yesterday;
  return day;
}

export function groupByDay<Row extends { addedAt: number }>(rows: readonly Row[]) {
  const days: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const current = days.at(-1);
    const day = row.addedAt === 0 ? (current?.day ?? "") : shanghaiDay(row.addedAt);
    if (current?.day === day) current.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
