import { and, eq, sql } from "drizzle-orm";
import type { adClickEndpoints } from "../../contract/ads.ts";
import { ads } from "../db/site-schema.ts";
import { notFound } from "../http/api-error.ts";
import type { CallContext, Handlers } from "../http/implement.ts";

/** Counts a click on an ad of one group and answers with the new count. */
const countIn =
  (group: string) =>
  async ({ id }: { id: string }, { db }: CallContext) => {
    const unknown = notFound("广告不存在");
    if (!/^\d{1,9}$/.test(id)) throw unknown;
    const [counted] = await db
      .update(ads)
      .set({ clicks: sql`${ads.clicks} + 1` })
      .where(and(eq(ads.id, Number(id)), eq(ads.group, group)))
      .returning({ clicks: ads.clicks });
    if (!counted) throw unknown;
    return counted.clicks;
  };

export const adClickHandlers: Handlers<{ adClick: typeof adClickEndpoints }>["adClick"] = {
  random: countIn("randomad"),
  square: countIn("squaread"),
  ranking: countIn("paihang"),
  swiper: countIn("banner"),
  hidden: countIn("darksidead"),
  mine: countIn("user"),
  play: countIn("play"),
  popup: countIn("indexPopupAd"),
};
