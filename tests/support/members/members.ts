import { asc, eq } from "drizzle-orm";
import type { Database } from "../../../server/upstream/db/client.ts";
import { libraryRecords } from "../../../server/upstream/db/member-schema.ts";
import { members, videos } from "../../../server/upstream/db/schema.ts";
import { recordTypes } from "../../../server/upstream/domain/library.ts";
import { createOrder, payOrder } from "../../../server/upstream/domain/orders.ts";

const HOUR_MS = 3_600_000;

/** Changes a member on the reference upstream directly, without the site. */
export function memberOf(db: Database, code: string) {
  return {
    makeVip: () =>
      db
        .update(members)
        .set({ vipLevel: 3, vipPeriod: 2, vipUntil: new Date(Date.now() + 24 * HOUR_MS) })
        .where(eq(members.code, code)),

    async takeAvatar() {
      const [{ cover = "" } = {}] = await db.select().from(videos).limit(1);
      await db.update(members).set({ avatar: cover }).where(eq(members.code, code));
    },

    /** Pays an order that was not made on this site. */
    async payForVip(days: number) {
      const [member] = await db.select().from(members).where(eq(members.code, code));
      if (!member) throw new Error(`no member ${code}`);
      const wanted = { unit: "vipDays" as const, quantity: days, price: 30, channel: "支付宝" };
      await payOrder(db, await createOrder(db, member, wanted));
    },

    endVip: () =>
      db
        .update(members)
        .set({ vipUntil: new Date(0) })
        .where(eq(members.code, code)),

    /** Saves the `count` oldest videos, each `hoursApart` before the next; returns their names, latest saved first. */
    async keep(
      type: keyof typeof recordTypes,
      { count, skip = 0, hoursApart = 0 }: { count: number; skip?: number; hoursApart?: number },
    ): Promise<string[]> {
      const [member] = await db.select().from(members).where(eq(members.code, code));
      const chosen = await db
        .select()
        .from(videos)
        .where(eq(videos.restricted, false))
        .orderBy(asc(videos.code))
        .limit(count)
        .offset(skip);
      const now = Date.now();
      const rows = chosen.map((video, index) => ({
        memberId: member?.id ?? 0,
        type: recordTypes[type],
        code: String(video.code),
        name: video.title,
        author: video.author,
        image: video.cover,
        duration: "12:34",
        hot: video.hot,
        sort: video.sort,
        savedAt: new Date(now - index * (hoursApart * HOUR_MS || 1_000)),
      }));
      await db.insert(libraryRecords).values(rows);
      return rows.map(({ name }) => name);
    },

    async kept(type: keyof typeof recordTypes): Promise<string[]> {
      const rows = await db
        .select({ name: libraryRecords.name, type: libraryRecords.type })
        .from(libraryRecords)
        .innerJoin(members, eq(members.id, libraryRecords.memberId))
        .where(eq(members.code, code));
      return rows.filter((row) => row.type === recordTypes[type]).map(({ name }) => name);
    },
  };
}

/** The hidden section's videos. */
export const hiddenVideos = (db: Database) =>
  db.select().from(videos).where(eq(videos.restricted, true));
