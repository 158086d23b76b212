import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Later } from "../../server/domain/soon.ts";
import { partAddress } from "../navigation/addresses.ts";
import { useKept } from "../navigation/use-kept.ts";
import { tellEndingOf } from "../session/session-ending.ts";
import { type ListPage, mergePages } from "./merge-pages.ts";

interface PagedListOptions<Row> {
  first: ListPage<Row>;
  /** Codes that are shown above the list already. */
  known?: string[];
  /** The page of the site that shows page `page` of this list. */
  address: (page: number) => string;
}

/** What a page's loader answers when it is asked for `only=rows`. */
export type RowsAnswer<Row> = { list: Later<ListPage<Row>> };

/**
 * A list that grows by its page's own loader, one page at a time; what has grown is there again for who comes back.
 * Its state belongs to one list: give the component that uses it a `key`, so that another list starts anew.
 */
export function usePagedList<Row extends { code: string }>(options: PagedListOptions<Row>) {
  const { first, known, address } = options;
  const { load, data } = useFetcher<RowsAnswer<Row>>();
  const [added, setAdded] = useKept<ListPage<Row>[]>(`rows of ${address(1)}`, []);
  const [failure, setFailure] = useState<string>();
  const [loading, setLoading] = useState(false);
  const asking = useRef(false);

  const next = (added.at(-1) ?? first).page + 1;
  const { rows, ended } = useMemo(
    () => mergePages([first, ...added], known),
    [first, added, known],
  );

  const grow = useCallback(() => {
    if (asking.current) return;
    asking.current = true;
    setLoading(true);
    setFailure(undefined);
    load(partAddress(address(next), "rows"));
  }, [load, address, next]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is taken once; `next` is what it was asked for
  useEffect(() => {
    if (!data) return;
    let gone = false;
    const finish = (page?: ListPage<Row>, message = "") => {
      if (gone) return;
      asking.current = false;
      setLoading(false);
      if (!page) setFailure(message);
      else if (page.page === next) setAdded((pages) => [...pages, page]);
    };
    Promise.resolve(data.list).then(
      (outcome) => {
        if (outcome.ok) return finish(outcome.data);
        tellEndingOf(outcome);
        finish(undefined, outcome.message);
      },
      () => finish(),
    );
    return () => {
      gone = true;
    };
  }, [data]);

  return { rows, ended, loading, failure, grow, nextAddress: address(next) };
}
