import { and, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { records } from "../db/library-schema.ts";
import { videos } from "../db/schema.ts";

export type RecordRow = typeof records.$inferSelect;

export type NewRecord = Omit<typeof records.$inferInsert, "id" | "keptAt">;

/** By these numbers the contract tells records apart. */
export const recordTypes = { favourite: 1, like: 2, position: 3, history: 4 } as const;
type RecordType = (typeof recordTypes)[keyof typeof recordTypes];

/** Keeps a record; one of the same member, type and video is brought up to date instead. */
export async function keepRecord(db: Database, record: NewRecord): Promise<void> {
  const { memberId, type, code, ...rest } = record;
  const keptAt = new Date();
  await db
    .insert(records)
    .values({ memberId, type, code, ...rest, keptAt })
    .onConflictDoUpdate({
      target: [records.memberId, records.type, records.code],
      set: { ...rest, keptAt },
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
    .from(records)
    .where(
      and(eq(records.memberId, memberId), eq(records.type, type), notInArray(records.code, gone)),
    )
    .orderBy(desc(records.keptAt), desc(records.id))
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
  await db.delete(records).where(and(eq(records.memberId, memberId), inArray(records.id, numbers)));
}
