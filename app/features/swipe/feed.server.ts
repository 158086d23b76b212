import type { Context } from "../../../server/context.ts";
import type { VideoCardData } from "../../../server/domain/cards.ts";
import { playableSources } from "../watch/watch.server.ts";

const LONGEST_TAG = 40;

/** `tag` is '' for the editors' choice. */
export const parseFeedQuery = (params: URLSearchParams, page: number) => ({
  tag: params.get("tag")?.slice(0, LONGEST_TAG) ?? "",
  page,
});
type FeedQuery = ReturnType<typeof parseFeedQuery>;

export async function feedRows(context: Context, params: URLSearchParams, page: number) {
  const query = parseFeedQuery(params, page);
  return (await context.mayList(query.tag)) ? feedPage(context, query) : null;
}

export async function feedPage(context: Context, query: FeedQuery) {
  const { rows, ...page } = await listPage(context, query);
  const found = await Promise.allSettled(rows.map((card) => slideOf(context, card)));
  const failed = found.filter((one) => one.status === "rejected");
  if (failed[0] && failed.length === rows.length) throw failed[0].reason;
  const slides = found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  return { ...page, rows: slides.filter((slide) => slide !== undefined) };
}

export type SlideData = Awaited<ReturnType<typeof feedPage>>["rows"][number];

async function listPage({ api, lists, cards }: Context, { tag, page }: FeedQuery) {
  if (tag !== "") return lists.page(page, api.video.byTag(tag, page));
  const videos = await api.video.featured(page);
  return { page, rows: cards(videos), last: videos.length === 0 };
}

/** The detail is cached for the stream's first request. */
async function slideOf(context: Context, card: VideoCardData) {
  const detail = await context.findVideo(card.code);
  const sources = detail ? playableSources(context, detail) : [];
  const first = sources[0]?.episodes[0];
  if (!first) return undefined;
  const { key, id, src, kind } = first;
  const isSeries = sources.some(({ episodes }) => episodes.length > 1);
  return {
    ...card,
    episode: id,
    stream: { key, src, kind },
    sources: isSeries
      ? sources.map(({ name, episodes }) => ({
          name,
          episodes: episodes.map((episode) => ({ key: episode.key, name: episode.name })),
        }))
      : [],
  };
}
