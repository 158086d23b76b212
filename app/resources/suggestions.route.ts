import type { LoaderFunctionArgs } from "@remix-run/node";
import { MAX_SUGGESTED_TERM } from "../../server/contract/rules.ts";
import type { Suggestion } from "../features/search/search-suggestions.tsx";
import { texts } from "../texts/index.ts";

const MAX_TITLES = 8;

/** Titles of the first page of results, which is then already cached when the search is sent (`server/page-cache/`). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const term = new URL(request.url).searchParams.get("term")?.trim() ?? "";
  if (!term || term.length > MAX_SUGGESTED_TERM) return Response.json(null, { status: 400 });
  await context.limits.take("suggestions");
  const query = { type: "", subtype: "", term, title: texts.search.title };
  const { items } = await context.api.catalogue.search(query, 1);
  const found = context.cards(items).slice(0, MAX_TITLES);
  const suggestions = found.map(({ code, title, duration }) => ({ code, title, duration }));
  return Response.json(suggestions satisfies Suggestion[], {
    headers: { "cache-control": context.cacheControl.suggestions },
  });
}
