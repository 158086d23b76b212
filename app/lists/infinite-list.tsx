import { type ReactNode, useRef } from "react";
import { ListFoot } from "./list-foot.tsx";
import type { ListPage } from "./merge-pages.ts";
import { useNearEnd } from "./use-near-end.ts";
import { usePagedList } from "./use-paged-list.ts";

interface InfiniteListProps<Row> {
  /** Which list this is; another one starts anew. */
  identity: string;
  first: ListPage<Row>;
  /** Codes that are shown above the list already. */
  known?: string[];
  /** The page of the site that shows page `page` of this list. */
  address: (page: number) => string;
  /** How far from the end the next page is asked for, in pixels. */
  margin?: number;
  /** Draws all rows so far; `growing` while more is on its way. */
  children: (rows: Row[], growing: boolean) => ReactNode;
}

/** A list that grows as its end comes near, and without scripts has a link to the next page. */
export function InfiniteList<Row extends { code: string }>(props: InfiniteListProps<Row>) {
  return <List key={props.identity} {...props} />;
}

function List<Row extends { code: string }>(props: InfiniteListProps<Row>) {
  const { margin = 100, children, ...source } = props;
  const list = usePagedList(source);
  const end = useRef<HTMLDivElement>(null);
  const waiting = list.ended || list.loading || list.failure !== undefined;
  useNearEnd(end, { margin, active: !waiting, onNear: list.grow });

  return (
    <>
      {children(list.rows, list.loading)}
      <ListFoot
        ended={list.ended}
        loading={list.loading}
        failure={list.failure}
        onRetry={list.grow}
        nextAddress={list.nextAddress}
        end={end}
      />
    </>
  );
}
