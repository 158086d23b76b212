import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { videoCategories, videos } from "../db/schema.ts";
import { BATCH, newestFirst, type StoredVideo } from "./catalogue.ts";

/** Type code of the hidden section. */
export const HIDDEN_SECTION_CODE = "42";
/** Its batches go round among so many of a shelf's newest videos. */
const DEPTH = 100;

/** What the hidden section shows. */
export const restricted = and(eq(videos.restricted, true), eq(videos.withdrawn, false));

/** The section's sub-categories, in the operator's order. */
export const hiddenCategories = (db: Database) =>
  db
    .select()
    .from(videoCategories)
    .where(
      and(eq(videoCategories.parentCode, HIDDEN_SECTION_CODE), eq(videoCategories.kind, "hidden")),
    )
    .orderBy(asc(videoCategories.sort), asc(videoCategories.code));

/** A shelf's newest videos: one batch, unless told otherwise. */
export const newestHidden = (db: Database, shelf: string, size = BATCH) =>
  db
    .select()
    .from(videos)
    .where(and(eq(videos.categoryCode, shelf), restricted))
    .orderBy(...newestFirst)
    .limit(size);

const turns = new WeakMap<Database, Map<string, number>>();

/** Another batch of a shelf at each call, going round; the first call goes on after the newest batch. */
export async function nextBatch(db: Database, shelf: string): Promise<StoredVideo[]> {
  const all = await newestHidden(db, shelf, DEPTH);
  if (all.length <= BATCH) return all;
  const taken = turns.get(db) ?? new Map<string, number>();
  turns.set(db, taken);
  const turn = (taken.get(shelf) ?? 0) + 1;
  taken.set(shelf, turn);
  const start = (turn * BATCH) % all.length;
  return [...all, ...all].slice(start, start + BATCH);
}
