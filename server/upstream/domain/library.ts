import { and, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { libraryRecords } from "../db/library-schema.ts";
import { videos } from "../db/schema.ts";

export type RecordRow = typeof libraryRecords.$inferSelect;

export type NewRecord = Omit<typeof libraryRecords.$inferInsert, "id" | "savedAt">;

/** By these numbers the contract tells records apart. */
export const recordTypes = { favourite: 1, like: 2, position: 3, history: 4 } as const;
type RecordType = (typeof recordTypes)[keyof typeof recordTypes];

/** Keeps a record; one of the same member, type and video is brought up to date instead. */
export async function saveRecord(db: Database, record: NewRecord): Promise<void> {
  const { memberId, type, code, ...rest } = record;
  const savedAt = new Date();
  await db
    .insert(libraryRecords)
    .values({ memberId, type, code, ...rest, savedAt })
    .onConflictDoUpdate({
      target: [libraryRecords.memberId, libraryRecords.type, libraryRecords.code],
      set: { ...rest, savedAt },
    });
}

/** A member's records of one type, the last kept first, without videos that were taken down. */
export function recordsOf(
  db: Database,
  memberId: number,
  type: RecordType,
  { offset = 0, limit }: { offset?: number; limit: number },
): Promise<RecordRow[]> {
  const gone = db
    .select({ code: sql<string>`${videos.code}::text` })
    .from(videos)
    .where(eq(videos.withdrawn, true));
  return db
    .select()
    .from(libraryRecords)
    .where(
      and(
        eq(libraryRecords.memberId, memberId),
        eq(libraryRecords.type, type),
        notInArray(libraryRecords.code, gone),
      ),
    )
    .orderBy(desc(libraryRecords.savedAt), desc(libraryRecords.id))
    .offset(offset)
    .limit(limit);
}

/** Removes records by their ids; those of other members stay. */
export async function removeRecords(
  db: Database,
  memberId: number,
  ids: readonly string[],
): Promise<void> {
  const numbers = ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
  if (numbers.length === 0) return;
  await db
    .delete(libraryRecords)
    .where(and(eq(libraryRecords.memberId, memberId), inArray(libraryRecords.id, numbers)));
}
