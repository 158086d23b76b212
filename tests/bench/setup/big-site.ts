import { sql } from "drizzle-orm";
import { startSiteToBrowse } from "./servers.ts";

/** A built site in front of a reference upstream with so many more videos. */
export const startBigSite = (videos: number) =>
  startSiteToBrowse((db) =>
    db.execute(sql`
    insert into videos (category_code, title, hot, score, created_at)
    select category_code, title || ' 之' || n, (hot * n) % 2000000, score, created_at - n * interval '1 hour'
    from videos, generate_series(1, 40) n where not restricted limit ${videos}`),
  );
