import { and, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { libraryRecords } from "../db/member-schema.ts";
import { videos } from "../db/schema.ts";
import type { Member } from "./members.ts";
import { addWatchedSeconds, countWatchedSeconds, type Progress } from "./rewards.ts";

export type RecordRow = typeof libraryRecords.$inferSelect;

export type NewRecord = Omit<typeof libraryRecords.$inferInsert, "id" | "savedAt">;

export const recordTypes = { favourite: 1, like: 2, position: 3, history: 4 } as const;
type RecordType = (typeof recordTypes)[keyof typeof recordTypes];

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

/** Counts the time watched since the last report or, before the first one, since the opening. */
export async function savePosition(db: Database, member: Member, position: NewRecord) {
  const reached = { position: Number(position.duration), at: new Date() };
  await db.transaction(async (tx) => {
    const before = await progressBefore(tx, member, position.code, reached);
    await saveRecord(tx, position);
    if (before) await addWatchedSeconds(tx, member, countWatchedSeconds(before, reached));
  });
}

async function progressBefore(
  db: Database,
  member: Member,
  code: string,
  reached: Progress,
): Promise<Progress | undefined> {
  const rows = await db
    .select({
      type: libraryRecords.type,
      position: libraryRecords.duration,
      at: libraryRecords.savedAt,
    })
    .from(libraryRecords)
    .where(
      and(
        eq(libraryRecords.memberId, member.id),
        eq(libraryRecords.code, code),
        inArray(libraryRecords.type, [recordTypes.position, recordTypes.history]),
      ),
    );
  const latest = rows.map(({ at }) => at).sort((one, other) => Number(other) - Number(one))[0];
  const saved = Number(rows.find(({ type }) => type === recordTypes.position)?.position ?? 0);
  // a position before the saved one means that the viewer started again
  return latest && { position: reached.position < saved ? 0 : saved, at: latest };
}
