import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLocation, useSearchParams } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { pageAddress, VIDEO_LINK } from "../../addresses.ts";
import { deviceStorage } from "../../device/storage.ts";
import { VideoList } from "../../lists/infinite-list.tsx";
import { BackToTop, PullToRefresh } from "../../lists/list-controls.tsx";
import { listClientLoader, useListData } from "../../lists/list-page.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { arrivedData, OptionalDeferred } from "../../ui/feedback/deferred.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { titleAndPicture } from "../../ui/media/picture-source.ts";
import { useMouseScroll } from "../../ui/use-mouse-scroll.ts";
import resultFiltersStyles from "./result-filters.module.css";
import styles from "./results.module.css";
import { type Filters, filtersFor, resultsPage } from "./results.server.ts";
import { parseResultsQuery, type ResultsQuery, useSearchAddress } from "./results-query.ts";
import { SearchBox } from "./search-box.tsx";
import { NoResults } from "./search-terms.tsx";

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
  const { title } = parseResultsQuery(new URLSearchParams(location.search));
  return titleAndPicture(title, arrivedData(data?.videos)?.first.rows[0]?.cover, matches);
};

export default function Results() {
  const data = useListData<typeof loader>();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const query = parseResultsQuery(params);
  const { title, term } = query;
  const address = pageAddress(pathname + search);
  const list = useRef<HTMLElement>(null);
  useRememberTerm(term);
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

function useRememberTerm(term: string) {
  useEffect(() => {
    if (term) deviceStorage.update("searchHistory", (terms) => [term, ...terms]);
  }, [term]);
}

const NAMES = `${VIDEO_LINK} > :last-child`;

/** Does not change characters whose lower case is longer, so that offsets stay valid. */
const toLowerCase = (text: string) =>
  text.replace(/./gu, (sign) =>
    sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign,
  );

function* rangesOf(term: string, root: HTMLElement): Generator<Range> {
  for (const name of root.querySelectorAll(NAMES)) {
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const content = toLowerCase(text.textContent ?? "");
      let at = content.indexOf(term);
      while (at >= 0) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + term.length);
        yield range;
        at = content.indexOf(term, at + term.length);
      }
    }
  }
}

function useHighlight(list: RefObject<HTMLElement>, term: string) {
  useEffect(() => {
    const root = list.current;
    if (!term || !root || !("highlights" in CSS)) return;
    const highlight = () =>
      CSS.highlights.set("term", new Highlight(...rangesOf(toLowerCase(term), root)));
    const growth = new MutationObserver(highlight);
    growth.observe(root, { childList: true, subtree: true });
    highlight();
    return () => {
      growth.disconnect();
      CSS.highlights.delete("term");
    };
  }, [list, term]);
}

function ResultFilters({ filters, query }: { filters: Filters; query: ResultsQuery }) {
  const { types, subtypes } = filters;
  const searchAddress = useSearchAddress();
  const { type, subtype, term, title } = query;
  return (
    <div className={resultFiltersStyles.filters}>
      <Choices
        label={texts.filters.types}
        choices={types}
        chosen={type}
        addressOf={(code) => searchAddress(term, { type: code, title })}
      />
      {subtypes.length > 0 && (
        <Choices
          label={texts.filters.subtypes}
          choices={subtypes}
          chosen={subtype}
          addressOf={(code) => searchAddress(term, { type, sonType: code, title })}
        />
      )}
    </div>
  );
}

interface ChoicesProps {
  label: string;
  choices: Filters["types"];
  chosen: string;
  addressOf: (code: string) => string;
}

const every = { code: "", name: texts.filters.every };

function Choices({ label, choices, chosen, addressOf }: ChoicesProps) {
  const row = useRef<HTMLUListElement>(null);
  useMouseScroll(row);
  return (
    <nav className={resultFiltersStyles.choices} aria-label={label}>
      <ul ref={row}>
        {[every, ...choices].map(({ code, name }) => (
          <li key={code}>
            <Link
              to={addressOf(code)}
              aria-current={code === chosen ? "true" : undefined}
              replace
              preventScrollReset
              prefetch="none"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const FiltersSkeleton = () => (
  <div className={resultFiltersStyles.filters} aria-hidden="true">
    <div className={resultFiltersStyles.choices} />
  </div>
);
