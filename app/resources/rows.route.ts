import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Context } from "../../server/context.ts";
import type { ListPage, VideoCardData } from "../../server/domain/cards.ts";
import type { Outcome } from "../../server/outcomes/defer-after.ts";
import { pageOf } from "../addresses.ts";
import { topicRows } from "../features/catalog/catalog.server.ts";
import { hiddenRows } from "../features/hidden/hidden.server.ts";
import { featuredBatch, homeRows } from "../features/home/home.server.ts";
import { type Invited, listInvited } from "../features/invite/invite.server.ts";
import { listHistory, loadFavourites } from "../features/library/library.server.ts";
import type { LibraryVideo } from "../features/library/library-videos.ts";
import { resultRows } from "../features/search/results.server.ts";
import { feedRows, type SlideData } from "../features/swipe/feed.server.ts";

export interface RowOf {
  home: VideoCardData;
  featured: VideoCardData;
  topic: VideoCardData;
  results: VideoCardData;
  feed: SlideData;
  history: LibraryVideo;
  favourites: LibraryVideo;
  invited: Invited;
  hidden: VideoCardData;
}

export type RowsAnswer<Name extends keyof RowOf> = Outcome<ListPage<RowOf[Name]> | null>;

type LoadRows<Row> = (
  context: Context,
  params: URLSearchParams,
  page: number,
) => Promise<ListPage<Row> | null>;

const lists: { [Name in keyof RowOf]: LoadRows<RowOf[Name]> } = {
  home: homeRows,
  featured: (context, _params, page) => featuredBatch(context, page),
  topic: topicRows,
  results: resultRows,
  feed: feedRows,
  history: (context, _params, page) => listHistory(context, page),
  favourites: async (...page) => (await loadFavourites(...page)).first,
  invited: (context, _params, page) => listInvited(context, page),
  hidden: hiddenRows,
};

const isList = (name: string): name is keyof RowOf => Object.hasOwn(lists, name);

export async function loader({ context, params: { list = "" }, request }: LoaderFunctionArgs) {
  if (!isList(list)) throw new Response(null, { status: 404 });
  const params = new URL(request.url).searchParams;
  const rows: Promise<ListPage<RowOf[keyof RowOf]> | null> = lists[list](
    context,
    params,
    pageOf(params),
  );
  return Response.json(await context.outcomeOf(`rows of ${list}`, rows));
}
