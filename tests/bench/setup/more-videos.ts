import { sql } from "drizzle-orm";
import type { Database } from "../../../server/upstream/db/client.ts";

/** Adds so many videos to a seeded catalogue: the seed's own, with a number behind their titles. */
export async function addVideos(db: Database, count: number) {
  await db.execute(sql`
    insert into videos (category_code, title, cover, author, hot, score, created_at)
    select category_code, title || ' 之' || n, cover, author, (hot * n) % 2000000, score,
      created_at - n * interval '1 hour'
    from videos, generate_series(1, 40) n where not restricted limit ${count}`);
}
