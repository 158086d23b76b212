import { and, eq } from "drizzle-orm";
import type { purchaseEndpoints } from "../../contract/purchase.ts";
import type { Database } from "../db/client.ts";
import { purchases } from "../db/ledger-schema.ts";
import { episodes, videos } from "../db/schema.ts";
import { withLockedAccount } from "../domain/ledger.ts";
import { notFound } from "../http/api-error.ts";
import type { Handlers } from "../http/implement.ts";

/** Coins for one episode. */
const EPISODE_PRICE = 2;

const isId = (value: number) => Number.isInteger(value) && value > 0 && value < 2 ** 31;

/** @throws {ApiError} 404 */
async function findEpisode(db: Database, videoCode: number, id: number) {
  const [found] =
    isId(videoCode) && isId(id)
      ? await db
          .select({ title: videos.title, name: episodes.name, episode: episodes.sort })
          .from(episodes)
          .innerJoin(videos, eq(videos.code, episodes.videoCode))
          .where(
            and(
              eq(episodes.id, id),
              eq(episodes.videoCode, videoCode),
              eq(videos.withdrawn, false),
            ),
          )
      : [];
  if (!found) throw notFound("视频不存在或已下架");
  return found;
}

export const purchaseHandlers: Handlers<{ purchase: typeof purchaseEndpoints }>["purchase"] = {
  async ownership({ cartoonCode, moviesInfoId }, { db, member, boughtMark }) {
    const { episode } = await findEpisode(db, cartoonCode, moviesInfoId);
    const [owned] = await db
      .select()
      .from(purchases)
      .where(
        and(
          eq(purchases.memberId, member.id),
          eq(purchases.videoCode, cartoonCode),
          eq(purchases.episode, episode),
        ),
      );
    return owned ? boughtMark : "";
  },

  async buy({ cartoonCode, moviesInfoId }, { db, member }) {
    const { title, name, episode } = await findEpisode(db, cartoonCode, moviesInfoId);
    await withLockedAccount(db, member.id, async ({ tx, now, move }) => {
      const [bought] = await tx
        .insert(purchases)
        .values({ memberId: member.id, videoCode: cartoonCode, episode, createdAt: now })
        .onConflictDoNothing()
        .returning();
      if (!bought) return;
      const note = `购买《${title}》${name}`;
      await move({ unit: "coins", amount: -EPISODE_PRICE, reason: "purchase", note });
    });
  },
};
