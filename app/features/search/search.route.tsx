import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { texts } from "../../texts.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageTitle } from "../../ui/page-title.ts";
import { SearchBox } from "../../ui/search-box.tsx";
import { HotWords } from "./hot-words.tsx";
import { PastSearches } from "./past-searches.tsx";

export function loader({ context }: LoaderFunctionArgs) {
  return { hotWords: context.site.hotWords };
}

/** The suggestions do not change while somebody visits. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.search.title, matches);

export default function Search() {
  const { hotWords } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <PageHeader title={texts.search.title} />
      <SearchBox autoFocus />
      <main>
        <PastSearches />
        <HotWords words={hotWords} />
      </main>
    </div>
  );
}
