import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { texts } from "../../texts/index.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { SearchBox } from "./search-box.tsx";
import { HotWords, PastSearches } from "./search-terms.tsx";

export function loader({ context }: LoaderFunctionArgs) {
  return { hotWords: context.site.hotWords };
}

export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.search.title, matches);

export default function SearchPage() {
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
