import { and, asc, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { HIDDEN_SECTION_CODE } from "../../contract/rules.ts";
import { type Database, matching } from "../db/client.ts";
import { charactersOf, topicVideos, videoCategories, videos } from "../db/schema.ts";

export type StoredVideo = typeof videos.$inferSelect;

const EVERYTHING = "0";
export const PAGE_SIZE = 10;
/** A shelf shows one wide card and four small ones. */
const BATCH = 5;

const listed = matching(videos, { restricted: false, withdrawn: false });

/** A category or topic with all its children, or only those in `subtypes`; undefined: all videos. */
export function categoryScope(db: Database, type: string, subtypes: readonly string[] = []) {
  if (type === EVERYTHING && subtypes.length === 0) return undefined;
  const { code, parentCode } = videoCategories;
  const ofType = type === EVERYTHING ? undefined : or(eq(code, type), eq(parentCode, type));
  const ofSubtypes = subtypes.length > 0 ? inArray(code, [...subtypes]) : undefined;
  const covered = db.select({ code }).from(videoCategories).where(and(ofType, ofSubtypes));
  const collected = db
    .select({ code: topicVideos.videoCode })
    .from(topicVideos)
    .where(inArray(topicVideos.topicCode, covered));
  return or(inArray(videos.categoryCode, covered), inArray(videos.code, collected));
}

const newestFirst = [desc(videos.createdAt), desc(videos.code)];
const hottestFirst = [desc(videos.hot), desc(videos.code)];

const select = (db: Database, which: SQL | undefined, order: SQL[], size = PAGE_SIZE, page = 1) =>
  db
    .select()
    .from(videos)
    .where(which)
    .orderBy(...order)
    .limit(size)
    .offset((page - 1) * size);

export const findNewest = (db: Database, scope: SQL | undefined, page = 1, size = PAGE_SIZE) =>
  select(db, and(listed, scope), newestFirst, size, page);

export const findHottest = (db: Database) => select(db, listed, hottestFirst);

export const findFeatured = (db: Database, page: number) =>
  select(
    db,
    and(listed, isNotNull(videos.featured)),
    [asc(videos.featured), asc(videos.code)],
    BATCH,
    page,
  );

/** The most viewed in the same category, then the most viewed in all others. */
export async function findRecommended(db: Database, video: StoredVideo): Promise<StoredVideo[]> {
  const others = and(listed, ne(videos.code, video.code));
  const { categoryCode } = video;
  const same = await select(db, and(others, eq(videos.categoryCode, categoryCode)), hottestFirst);
  const missing = PAGE_SIZE - same.length;
  if (missing === 0) return same;
  const elsewhere = and(others, ne(videos.categoryCode, categoryCode));
  return [...same, ...(await select(db, elsewhere, hottestFirst, missing))];
}

const MAX_ROTATED = 100;

const restricted = matching(videos, { restricted: true, withdrawn: false });

/** In the order in which they are shown. */
export const findCategories = (db: Database, which: SQL | undefined, limit?: number) =>
  db.query.videoCategories.findMany({
    where: which,
    orderBy: [asc(videoCategories.sort), asc(videoCategories.code)],
    ...(limit && { limit }),
  });

export const findNewestHidden = (db: Database, category: string, size = BATCH) =>
  select(db, and(eq(videos.categoryCode, category), restricted), newestFirst, size);

const batchCounts = new WeakMap<Database, Map<string, number>>();

/** Batches take turns; the first call returns the second batch. */
export async function nextBatch(db: Database, category: string): Promise<StoredVideo[]> {
  const all = await findNewestHidden(db, category, MAX_ROTATED);
  if (all.length <= BATCH) return all;
  const counts = batchCounts.get(db) ?? new Map<string, number>();
  batchCounts.set(db, counts);
  const count = (counts.get(category) ?? 0) + 1;
  counts.set(category, count);
  const start = (count * BATCH) % all.length;
  return [...all, ...all].slice(start, start + BATCH);
}

/** The type code behind 查看更多 ("more") of the editors' picks and of the ranking. */
const FEATURED = "15";

interface VideoQuery {
  term: string;
  /** Code of a category or topic, '0' for the newest, '15' for the picks and the most watched. */
  type: string;
  subtypes: readonly string[];
  page: number;
}

/** Sorted by the term's position, then by rating. Hidden videos only for the section's type code. */
export function searchVideos(db: Database, { term, type, subtypes, page }: VideoQuery) {
  const scope = categoryScope(db, type === "" || type === FEATURED ? EVERYTHING : type, subtypes);
  const shown = type === HIDDEN_SECTION_CODE ? restricted : listed;
  const which = and(shown, scope, term === "" ? undefined : containsTerm(term));
  return select(db, which, orderFor(term, type), PAGE_SIZE, page);
}

const title = sql`${videos.title}`;
const positionOf = (term: string) => sql`strpos(lower(${title}), lower(${term}))`;

/** The index finds titles with all the characters; `strpos` checks that they are adjacent. */
const containsTerm = (term: string) =>
  sql`${charactersOf(title)} @> ${charactersOf(sql`${term}::text`)} and ${positionOf(term)} > 0`;

const bestFirst = [desc(videos.score), desc(videos.code)];

function orderFor(term: string, type: string): SQL[] {
  if (term !== "") return [asc(positionOf(term)), ...bestFirst];
  if (type === EVERYTHING) return newestFirst;
  if (type !== FEATURED) return bestFirst;
  return [sql`${videos.featured} asc nulls last`, desc(videos.hot), desc(videos.code)];
}
