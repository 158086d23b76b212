import { sql } from "drizzle-orm";
import { settingsFor } from "../../e2e/fixtures/upstream-site.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

/** A built site in front of a reference upstream with so many more videos. */
export async function startBigSite(videos: number) {
  const upstream = await startTestUpstream();
  await upstream.db.execute(sql`
    insert into videos (category_code, title, hot, score, created_at)
    select category_code, title || ' 之' || n, (hot * n) % 2000000, score, created_at - n * interval '1 hour'
    from videos, generate_series(1, 40) n where not restricted limit ${videos}`);
  const site = await startSiteProgram(settingsFor(upstream));
  return {
    url: site.url,
    async stop() {
      await site.stop();
      await upstream.stop();
    },
  };
}
