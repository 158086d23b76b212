import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { texts } from "../../texts/index.ts";
import { Deferred } from "../../ui/feedback/deferred.tsx";
import { SearchBox } from "../../ui/form/search-box.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { categoryTree } from "./catalog.server.ts";
import { CategoryColumns, ColumnsSkeleton } from "./category-columns.tsx";

export function loader({ context }: LoaderFunctionArgs) {
  return context.deferPage({ categories: categoryTree(context) });
}

export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.href === nextUrl.href;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.categories.title, matches);

export default function Categories() {
  const data = useLoaderData<typeof loader>();
  return (
    <div className="page wide">
      <PageHeader title={texts.categories.title} />
      <SearchBox />
      <main>
        <Deferred value={data.categories} skeleton={<ColumnsSkeleton />}>
          {(tree) => <CategoryColumns categories={tree} />}
        </Deferred>
      </main>
    </div>
  );
}
