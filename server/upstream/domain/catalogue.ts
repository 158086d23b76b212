import { and, asc, desc, eq, inArray, isNotNull, ne, or, type SQL } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { topicVideos, videoCategories, videos } from "../db/schema.ts";

export type StoredVideo = typeof videos.$inferSelect;

/** The tag that stands for all videos. */
export const EVERYTHING = "0";
/** How many videos a page of a list holds. */
export const PAGE = 10;
/** One wide card and four small ones. */
export const BATCH = 5;

/** What lists show: neither the hidden section's videos nor those taken down. */
export const listed = and(eq(videos.restricted, false), eq(videos.withdrawn, false));

/**
 * The videos of a category or topic and of those below it, or only of some of those below; all videos for
 * `EVERYTHING`.
 * @param subtypes codes below `type`; none means all of them
 */
export function categoryScope(
  db: Database,
  type: string,
  subtypes: readonly string[] = [],
): SQL | undefined {
  if (type === EVERYTHING && subtypes.length === 0) return undefined;
  const covered = db
    .select({ code: videoCategories.code })
    .from(videoCategories)
    .where(
      and(
        type === EVERYTHING
          ? undefined
          : or(eq(videoCategories.code, type), eq(videoCategories.parentCode, type)),
        subtypes.length > 0 ? inArray(videoCategories.code, [...subtypes]) : undefined,
      ),
    );
  const collected = db
    .select({ code: topicVideos.videoCode })
    .from(topicVideos)
    .where(inArray(topicVideos.topicCode, covered));
  return or(inArray(videos.categoryCode, covered), inArray(videos.code, collected));
}

export const newestFirst = [desc(videos.createdAt), desc(videos.code)];
const hottestFirst = [desc(videos.hot), desc(videos.code)];

/** Newest videos of a scope (`within`), or of all. `page` counts from 1; a page beyond the end is empty. */
export function newest(db: Database, scope: SQL | undefined, page = 1, size = PAGE) {
  return db
    .select()
    .from(videos)
    .where(and(listed, scope))
    .orderBy(...newestFirst)
    .limit(size)
    .offset((page - 1) * size);
}

/** The ten most watched videos. */
export function hottest(db: Database) {
  return db
    .select()
    .from(videos)
    .where(listed)
    .orderBy(...hottestFirst)
    .limit(PAGE);
}

/** One batch of the editors' picks, in their order. `page` counts from 1; the one after the last is empty. */
export function featured(db: Database, page: number) {
  return db
    .select()
    .from(videos)
    .where(and(listed, isNotNull(videos.featured)))
    .orderBy(asc(videos.featured), asc(videos.code))
    .limit(BATCH)
    .offset((page - 1) * BATCH);
}

/** Ten others to watch next: the hottest of the same category, filled up with the hottest of all. */
export async function recommended(db: Database, video: StoredVideo): Promise<StoredVideo[]> {
  const others = and(listed, ne(videos.code, video.code));
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
