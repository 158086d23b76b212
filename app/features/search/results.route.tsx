import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { BackToTop } from "../../lists/back-to-top.tsx";
import { listClientLoader, useListData } from "../../lists/list-page.ts";
import { PullToRefresh } from "../../lists/pull-to-refresh.ts";
import { VideoList } from "../../lists/video-list.tsx";
import { pageAddress } from "../../navigation/addresses.ts";
import { deviceStorage } from "../../session/storage.ts";
import { OptionalDeferred } from "../../ui/feedback/deferred.tsx";
import { SearchBox } from "../../ui/form/search-box.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { preloadPicture } from "../../ui/media/picture-source.ts";
import { FiltersSkeleton, ResultFilters } from "./result-filters.tsx";
import styles from "./results.module.css";
import { filtersFor, resultsPage } from "./results.server.ts";
import { parseResultsQuery } from "./results-query.ts";
import { NoResults } from "./search-terms.tsx";
import { useHighlight } from "./use-highlight.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = parseResultsQuery(new URL(request.url).searchParams);
  if (!(await context.mayList(query.type, query.subtype))) return redirect("/publish");
  const rows = resultsPage(context, query);
  const page = await context.deferPage({
    videos: context.lists.withAds(rows, query.page - 1),
    filters: filtersFor(context, query),
  });
  return { ...page, hotWords: context.site.hotWords };
}

export const clientLoader = listClientLoader;

export { neverAfterActions as shouldRevalidate } from "../../navigation/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data, location, matches }) => {
  const list = data && "ok" in data.videos && data.videos.ok ? data.videos.data : undefined;
  return [
    ...pageTitle(parseResultsQuery(new URLSearchParams(location.search)).title, matches),
    ...preloadPicture(list?.first.rows[0]?.cover),
  ];
};

export default function Results() {
  const data = useListData<typeof loader>();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const query = parseResultsQuery(params);
  const { title, term } = query;
  const address = pageAddress(pathname + search);
  const list = useRef<HTMLElement>(null);
  useRememberedTerm(term);
  useHighlight(list, term);
  return (
    <div className="page wide">
      <PageHeader title={title} />
      <PullToRefresh />
      <SearchBox term={term} />
      <main ref={list} className={styles.list}>
        {term && (
          <OptionalDeferred value={data.filters} skeleton={<FiltersSkeleton />}>
            {(filters) => <ResultFilters filters={filters} query={query} />}
          </OptionalDeferred>
        )}
        <VideoList
          name="results"
          identity={address(1)}
          list={data.videos}
          empty={term ? <NoResults term={term} hotWords={data.hotWords} /> : undefined}
          address={address}
        />
      </main>
      <BackToTop />
    </div>
  );
}

function useRememberedTerm(term: string) {
  useEffect(() => {
    if (term) deviceStorage.update("searchHistory", (terms) => [term, ...terms]);
  }, [term]);
}
