import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { useId } from "react";
import { listAddress } from "../../addresses.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Deferred } from "../../ui/feedback/deferred.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { SearchBox } from "../search/search-box.tsx";
import { type CategoryChoice, categoryTree } from "./catalog.server.ts";
import styles from "./category-columns.module.css";

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

function CategoryColumns({ categories }: { categories: CategoryChoice[] }) {
  const [params] = useSearchParams();
  const panel = useId();
  const chosen = categories.find(({ code }) => code === params.get("type")) ?? categories[0];
  if (!chosen) return <EmptyState message={texts.lists.empty} />;
  return (
    <div className={styles.columns}>
      <div role="tablist" aria-label={texts.categories.top} aria-orientation="vertical">
        {categories.map(({ code, name }) => (
          <Link
            key={code}
            to={`/taglist?type=${encodeURIComponent(code)}`}
            role="tab"
            aria-selected={code === chosen.code}
            aria-controls={panel}
            replace
            preventScrollReset
            prefetch="none"
          >
            {name}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id={panel} aria-label={chosen.name}>
        <Subcategories {...chosen} />
      </div>
    </div>
  );
}

function Subcategories({ code: type, children }: CategoryChoice) {
  if (children.length === 0) return <EmptyState message={texts.lists.empty} />;
  return (
    <ul className={styles.below}>
      {children.map(({ code: sonType, name }) => (
        <li key={sonType}>
          <Link to={listAddress({ type, sonType, title: name })}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}

const skeletonRows = [1, 2, 3, 4, 5, 6];

function ColumnsSkeleton() {
  return (
    <div className={styles.columns} aria-hidden="true">
      <div>
        {skeletonRows.map((index) => (
          <i key={index} className={styles.awaited} />
        ))}
      </div>
      <div>
        <ul className={styles.below}>
          {skeletonRows.map((index) => (
            <li key={index} className={styles.skeleton} />
          ))}
        </ul>
      </div>
    </div>
  );
}
