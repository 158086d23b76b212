import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { libraryRecords } from "../db/library-schema.ts";
import { type NewRecord, recordTypes, saveRecord } from "./library.ts";
import type { Member } from "./members.ts";
import { addWatchedSeconds, type Progress, watchedSeconds } from "./tasks.ts";

/**
 * Keeps the second that a member reached in a video, and counts what was watched since the last report or since
 * the video was opened, whichever is later. A video that nobody saw being opened counts from its second report on.
 */
export async function savePosition(db: Database, member: Member, position: NewRecord) {
  const reached = { position: Number(position.duration), at: new Date() };
  await db.transaction(async (tx) => {
    const before = await progressBefore(tx, member, position.code, reached);
    await saveRecord(tx, position);
    if (before) await addWatchedSeconds(tx, member, watchedSeconds(before, reached));
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
  const kept = Number(rows.find(({ type }) => type === recordTypes.position)?.position ?? 0);
  // whoever is behind the kept position has started anew
  return latest && { position: reached.position < kept ? 0 : kept, at: latest };
}
