import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../client.ts";
import { ads, categories, danmu, episodes, settings, videos } from "../schema.ts";
import { seedAds } from "./ads.ts";
import { seedDanmu } from "./danmu.ts";
import { seedSettings } from "./settings.ts";
import { subjects } from "./subjects/all.ts";
import { seedVideos } from "./videos.ts";

const BATCH = 500;

/** Fills a new database with the demo content, all of it or nothing; leaves one with categories as it is. */
export async function seedWhenEmpty(db: Database): Promise<void> {
  const [any] = await db.select({ code: categories.code }).from(categories).limit(1);
  if (any) return;
  const catalogue = seedVideos();
  await db.transaction(async (tx) => {
    const fill = async <Table extends PgTable>(table: Table, rows: Table["$inferInsert"][]) => {
      for (let start = 0; start < rows.length; start += BATCH) {
        await tx.insert(table).values(rows.slice(start, start + BATCH));
      }
    };
    await fill(categories, seedCategories());
    await fill(videos, catalogue.videos);
    await fill(episodes, catalogue.episodes);
    await fill(danmu, seedDanmu(catalogue.videos));
    await fill(ads, seedAds());
    await fill(settings, seedSettings());
    // the seed brought its own codes: new videos go on after them
    await tx.execute(
      sql`select setval(pg_get_serial_sequence('videos', 'code'), max(code)) from videos`,
    );
  });
}

/** Parents come before their children, which refer to them. */
function seedCategories(): (typeof categories.$inferInsert)[] {
  return subjects.flatMap(({ code, name, leaves }, sort) => [
    { code, name, sort },
    ...leaves.map((leaf, index) => ({
      code: leaf.code,
      name: leaf.name,
      parentCode: code,
      sort: index,
    })),
  ]);
}
