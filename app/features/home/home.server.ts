import type { AdCard, VideoCard } from "../../../server/context/cards.ts";
import type { Context } from "../../../server/context/index.ts";
import type { Video } from "../../../server/contract/index.ts";
import { HOME_TAG, type Place } from "./place.ts";

const PAGE_SIZE = 10;
/** In milliseconds: lists do not wait longer for the ads that stand among them. */
const PATIENCE_WITH_ADS = 1_000;

export async function tags({ api }: Context) {
  const categories = await api.category.tree();
  return categories
    .map(({ code, name }) => ({ code, name }))
    .filter(({ code }) => code !== HOME_TAG);
}

/** What the home tag shows. `anything` fails only when there is nothing to show at all. */
export function sections(context: Context, place: Place) {
  const featured = featuredBatch(context, place.batch);
  const index = rankingAndNewest(context);
  return {
    featured,
    index,
    anything: Promise.any([featured, index]).then(() => true),
    notice: context.api.site.config().then(({ notice }) => notice),
    ads: adPlaces(context),
  };
}

/** The batches go round: after the last one comes the first. */
export async function featuredBatch(
  context: Context,
  batch: number,
): Promise<{ batch: number; videos: VideoCard[] }> {
  const videos = await context.api.video.featured(batch);
  if (videos.length === 0 && batch > 1) return featuredBatch(context, 1);
  return { batch, videos: cards(context, videos) };
}

async function rankingAndNewest(context: Context) {
  const [{ ranking, groups }, ads] = await Promise.all([
    context.api.video.index(),
    randomAds(context),
  ]);
  const newest = groups.flatMap(({ videos }) => videos);
  return { ranking: cards(context, ranking), newest: cards(context, newest), ads };
}

async function adPlaces(context: Context) {
  const { swiper, square, ranking } = await context.ads();
  return { swiper, square, ranking };
}

/** A tag's videos. The home page's own first page is its sections, so its list begins on page 2. */
export async function listPage(context: Context, { tag, page }: Place) {
  const number = tag === HOME_TAG ? page - 1 : page;
  const { items, sent } = await context.api.video.byTag(tag, Math.max(1, number));
  return { page, rows: cards(context, items), last: sent < PAGE_SIZE };
}

/** The same with what a page of its own needs: the ads, and how many videos the pages before it showed. */
export async function listWithAds(context: Context, place: Place) {
  const [first, ads] = await Promise.all([listPage(context, place), randomAds(context)]);
  const pagesBefore = place.tag === HOME_TAG ? place.page - 2 : place.page - 1;
  return { first, ads, before: pagesBefore * PAGE_SIZE };
}

/** Each once, where it came first. */
const cards = (context: Context, videos: Video[]) =>
  context.cards([...new Map(videos.map((video) => [video.code, video])).values()]);

async function randomAds(context: Context): Promise<AdCard[]> {
  const late = new Promise<AdCard[]>((resolve) => setTimeout(resolve, PATIENCE_WITH_ADS, []));
  const ads = context.ads().then(({ random }) => random);
  return Promise.race([ads, late]).catch(() => []);
}
