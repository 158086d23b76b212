import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Context } from "../../server/context.ts";
import type { ListPage } from "../../server/domain/cards.ts";
import type { Outcome } from "../../server/outcomes/defer-after.ts";
import { pageOf } from "../addresses.ts";
import { topicRows } from "../features/catalog/catalog.server.ts";
import { hiddenRows } from "../features/hidden/hidden.server.ts";
import { featuredBatch, homeRows } from "../features/home/home.server.ts";
import { listInvited } from "../features/invite/invite.server.ts";
import { listHistory, loadFavourites } from "../features/library/library.server.ts";
import { resultRows } from "../features/search/results.server.ts";
import { feedRows } from "../features/swipe/feed.server.ts";

type LoadRows = (
  context: Context,
  params: URLSearchParams,
  page: number,
) => Promise<ListPage<{ code: string }> | null>;

const lists = {
  home: homeRows,
  featured: (context, _params, page) => featuredBatch(context, page),
  topic: topicRows,
  results: resultRows,
  feed: feedRows,
  history: (context, _params, page) => listHistory(context, page),
  favourites: async (context, params, page) => (await loadFavourites(context, params, page)).first,
  invited: (context, _params, page) => listInvited(context, page),
  hidden: hiddenRows,
} satisfies Record<string, LoadRows>;

export type RowOf = {
  [Name in keyof typeof lists]: NonNullable<
    Awaited<ReturnType<(typeof lists)[Name]>>
  >["rows"][number];
};
export type RowsAnswer<Name extends keyof RowOf> = Outcome<ListPage<RowOf[Name]> | null>;

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
