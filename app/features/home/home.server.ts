import type { Context } from "../../../server/context.ts";
import type { VideoPage } from "../../../server/domain/cards.ts";
import type { DeferredParts } from "../../../server/outcomes/defer-after.ts";
import { HOME_TAG, type HomeQuery, parseHomeQuery } from "./home-query.ts";

export async function tags({ api }: Context) {
  const categories = await api.category.tree();
  return categories
    .map(({ code, name }) => ({ code, name }))
    .filter(({ code }) => code !== HOME_TAG);
}

/** `videosReady` rejects only if both `featured` and `lists` fail. It waits for ads as long as `lists` may. */
export function sections(context: Context, query: HomeQuery) {
  const featured = featuredBatch(context, query.batch);
  const lists = loadRankingAndNewest(context);
  return {
    featured,
    lists,
    videosReady: Promise.any([featured, lists])
      .then(() => context.lists.randomAds())
      .then((ads) => ({ adsInTime: ads !== undefined })),
    notice: context.api.site.config().then(({ notice }) => notice),
    ads: adPlacements(context),
  };
}
export type HomeData = DeferredParts<ReturnType<typeof sections>>;

export async function featuredBatch(context: Context, batch: number): Promise<VideoPage> {
  const videos = await context.api.video.featured(batch);
  if (videos.length === 0 && batch > 1) return featuredBatch(context, 1);
  return { page: batch, rows: context.cards(videos), last: false };
}

async function loadRankingAndNewest(context: Context) {
  const [{ ranking, groups }, ads] = await Promise.all([
    context.api.video.index(),
    context.lists.randomAds(),
  ]);
  const newest = groups.flatMap(({ videos }) => videos);
  return { ranking: context.cards(ranking), newest: context.cards(newest), ads: ads ?? [] };
}

async function adPlacements(context: Context) {
  const { swiper, square, ranking, popup } = await context.ads();
  return { swiper, square, ranking, popup };
}

export async function homeRows(context: Context, params: URLSearchParams) {
  const query = parseHomeQuery(params);
  return (await context.mayList(query.tag)) ? listPage(context, query) : null;
}

function listPage({ api, lists }: Context, { tag, page }: HomeQuery) {
  const upstreamPage = tag === HOME_TAG ? page - 1 : page;
  return lists.page(page, api.video.byTag(tag, Math.max(1, upstreamPage)));
}

export const listWithAds = (context: Context, query: HomeQuery) =>
  context.lists.withAds(
    listPage(context, query),
    query.tag === HOME_TAG ? query.page - 2 : query.page - 1,
  );
