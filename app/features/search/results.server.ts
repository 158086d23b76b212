import type { Context } from "../../../server/context.ts";
import type { Category } from "../../../server/contract/index.ts";
import { parseResultsQuery, type ResultsQuery } from "./results-query.ts";

/** Uses the arguments of `app/resources/suggestions.route.ts`, so that both share one upstream request. */
export const resultsPage = (
  { api, lists }: Context,
  { type, subtype, term, title, page }: ResultsQuery,
) => lists.page(page, api.catalogue.search({ type, subtype, term, title }, page));

export async function resultRows(context: Context, params: URLSearchParams) {
  const query = parseResultsQuery(params);
  return (await context.mayList(query.type, query.subtype)) ? resultsPage(context, query) : null;
}

export async function filtersFor({ api }: Context, { term, type }: ResultsQuery) {
  if (!term) return { types: [], subtypes: [] };
  const tree = await api.category.tree();
  const below = tree.find(({ code }) => code === type)?.children ?? [];
  return { types: tree.map(toChoice), subtypes: below.map(toChoice) };
}
export type Filters = Awaited<ReturnType<typeof filtersFor>>;

const toChoice = ({ code, name }: Category) => ({ code, name });
