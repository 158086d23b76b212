import { and, asc, desc, eq, inArray, isNotNull, ne, or, type SQL } from "drizzle-orm";
import type { Database } from "./db/client.ts";
import { categories, videos } from "./db/schema.ts";

export type VideoRow = typeof videos.$inferSelect;

/** The tag that stands for all videos. */
export const EVERYTHING = "0";
const PAGE = 10;
/** One wide card and four small ones. */
const BATCH = 5;

/** A category's own videos and its children's; every video for `EVERYTHING`. */
function within(db: Database, categoryCode: string): SQL | undefined {
  if (categoryCode === EVERYTHING) return undefined;
  const covered = db
    .select({ code: categories.code })
    .from(categories)
    .where(or(eq(categories.code, categoryCode), eq(categories.parentCode, categoryCode)));
  return inArray(videos.categoryCode, covered);
}

const newestFirst = [desc(videos.createdAt), desc(videos.code)];
const hottestFirst = [desc(videos.hot), desc(videos.code)];

/** Newest videos of a category, or of all. `page` counts from 1; a page beyond the end is empty. */
export function newest(db: Database, categoryCode: string, page = 1, size = PAGE) {
  return db
    .select()
    .from(videos)
    .where(within(db, categoryCode))
    .orderBy(...newestFirst)
    .limit(size)
    .offset((page - 1) * size);
}

/** The ten most watched videos. */
export function hottest(db: Database) {
  return db
    .select()
    .from(videos)
    .orderBy(...hottestFirst)
    .limit(PAGE);
}

/** One batch of the editors' picks, in their order. `page` counts from 1; the one after the last is empty. */
export function featured(db: Database, page: number) {
  return db
    .select()
    .from(videos)
    .where(isNotNull(videos.featured))
    .orderBy(asc(videos.featured), asc(videos.code))
    .limit(BATCH)
    .offset((page - 1) * BATCH);
}

/** Ten others to watch next: the hottest of the same category, filled up with the hottest of all. */
export async function recommended(db: Database, video: VideoRow): Promise<VideoRow[]> {
  const others = ne(videos.code, video.code);
  const sameCategory = await db
    .select()
    .from(videos)
    .where(and(eq(videos.categoryCode, video.categoryCode), others))
    .orderBy(...hottestFirst)
    .limit(PAGE);
  if (sameCategory.length === PAGE) return sameCategory;
  const elsewhere = await db
    .select()
    .from(videos)
    .where(and(ne(videos.categoryCode, video.categoryCode), others))
    .orderBy(...hottestFirst)
    .limit(PAGE - sameCategory.length);
  return [...sameCategory, ...elsewhere];
}
