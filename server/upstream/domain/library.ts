import { and, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import { type Database, matching } from "../db/client.ts";
import { libraryRecords } from "../db/member-schema.ts";
import { videos } from "../db/schema.ts";
import type { Member } from "./members.ts";
import { addWatchedSeconds, countWatchedSeconds, type Progress } from "./rewards.ts";

export type RecordRow = typeof libraryRecords.$inferSelect;

export type NewRecord = Omit<typeof libraryRecords.$inferInsert, "id" | "savedAt">;

export const recordTypes = { favourite: 1, like: 2, position: 3, history: 4 } as const;
type RecordType = (typeof recordTypes)[keyof typeof recordTypes];

export async function saveRecord(db: Database, record: NewRecord): Promise<void> {
  const saved = { ...record, savedAt: new Date() };
  const { memberId, type, code } = libraryRecords;
  await db
    .insert(libraryRecords)
    .values(saved)
    .onConflictDoUpdate({ target: [memberId, type, code], set: saved });
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
  return db.query.libraryRecords.findMany({
    where: and(matching(libraryRecords, { memberId, type }), notInArray(libraryRecords.code, gone)),
    orderBy: [desc(libraryRecords.savedAt), desc(libraryRecords.id)],
    offset,
    limit,
  });
}

export async function removeRecords(db: Database, memberId: number, ids: readonly string[]) {
  const numbers = ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
  if (numbers.length === 0) return;
  await db
    .delete(libraryRecords)
    .where(and(eq(libraryRecords.memberId, memberId), inArray(libraryRecords.id, numbers)));
}

/** Also counts the time watched since the last report or else since the video was opened. */
export async function savePosition(db: Database, member: Member, position: NewRecord) {
  const reached = { position: Number(position.duration), at: new Date() };
  await db.transaction(async (tx) => {
    const before = await progressBefore(tx, member, position.code, reached);
    await saveRecord(tx, position);
    if (before) await addWatchedSeconds(tx, member, countWatchedSeconds(before, reached));
  });
}

async function progressBefore(db: Database, member: Member, code: string, reached: Progress) {
  const types = [recordTypes.position, recordTypes.history];
  const ofVideo = matching(libraryRecords, { memberId: member.id, code });
  const records = await db.query.libraryRecords.findMany({
    where: and(ofVideo, inArray(libraryRecords.type, types)),
    orderBy: desc(libraryRecords.savedAt),
  });
  const latest = records[0];
  const saved = Number(records.find(({ type }) => type === recordTypes.position)?.duration ?? 0);
  // a position before the saved one means that the viewer started again
  return latest && { position: reached.position < saved ? 0 : saved, at: latest.savedAt };
}
