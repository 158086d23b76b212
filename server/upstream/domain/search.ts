import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { charactersOf, videos } from "../db/schema.ts";
import { categoryScope, EVERYTHING, listed, newestFirst, PAGE } from "./catalogue.ts";
import { HIDDEN_SECTION_CODE, restricted } from "./hidden-section.ts";

/** The list behind 查看更多 of the editors' picks and of the ranking. */
const FEATURED = "15";

/** What to look for; '' and no subtypes do not restrict. */
export interface VideoQuery {
  /** Part of the title. */
  term: string;
  /** Code of a category or topic, '0' for the newest, '15' for the picks and the most watched. */
  type: string;
  subtypes: readonly string[];
  /** From 1. */
  page: number;
}

/**
 * Videos whose title holds a term: where it stands further to the front first, then those with the higher mark.
 * The hidden section's videos are found only by its own type code.
 */
export function searchVideos(db: Database, { term, type, subtypes, page }: VideoQuery) {
  const scope = categoryScope(db, type === "" || type === FEATURED ? EVERYTHING : type, subtypes);
  return db
    .select()
    .from(videos)
    .where(
      and(
        type === HIDDEN_SECTION_CODE ? restricted : listed,
        scope,
        term === "" ? undefined : holds(term),
      ),
    )
    .orderBy(...order(term, type))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
}

const title = sql`${videos.title}`;
const place = (term: string) => sql`strpos(lower(${title}), lower(${term}))`;

/** The index knows which titles have all the characters; among those, the place tells if they stand together. */
const holds = (term: string) =>
  sql`${charactersOf(title)} @> ${charactersOf(sql`${term}::text`)} and ${place(term)} > 0`;

const bestFirst = [desc(videos.score), desc(videos.code)];

function order(term: string, type: string): SQL[] {
  if (term !== "") return [asc(place(term)), ...bestFirst];
  if (type === EVERYTHING) return newestFirst;
  if (type !== FEATURED) return bestFirst;
  return [sql`${videos.featured} asc nulls last`, desc(videos.hot), desc(videos.code)];
}
