import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { VideoCardData } from "../../server/domain/cards.ts";
import type { DeferredOutcome } from "../../server/domain/defer-after.ts";
import { partAddress } from "../navigation/addresses.ts";
import { useHistoryEntryState } from "../navigation/history-entry.ts";
import { notifyIfSessionEnded } from "../session/session-ending.ts";
import { fields, numberOf, type StorageField } from "../session/storage-fields.ts";
import { videoCards } from "../session/storage-schema.ts";

export interface ListPage<Row> {
  page: number;
  rows: Row[];
  last: boolean;
}

/** How rows that are the same for everybody are read when an earlier document has kept them. */
export const videoPages: StorageField<ListPage<VideoCardData>[]> = {
  empty: [],
  parse: (stored) =>
    (Array.isArray(stored) ? stored : []).map((entry) => {
      const { page, rows, last } = fields(entry);
      return { page: numberOf(page), rows: [...videoCards.parse(rows)], last: last === true };
    }),
};

const pageCount: StorageField<number> = { empty: 0, parse: numberOf };

/** So many pages without a new row mean that the source repeats itself. */
const BARREN_PAGES = 8;

export function mergePages<Row extends { code: string }>(
  pages: readonly ListPage<Row>[],
  excluded: readonly string[] = [],
): { rows: Row[]; ended: boolean } {
  const seen = new Set(excluded);
  const rows: Row[] = [];
  let barren = 0;
  for (const page of pages) {
    const fresh = page.rows.filter(({ code }) => !seen.has(code) && seen.add(code));
    rows.push(...fresh);
    barren = fresh.length === 0 ? barren + 1 : 0;
  }
  return { rows, ended: pages.at(-1)?.last === true || barren >= BARREN_PAGES };
}

interface PagedListOptions<Row> {
  first: ListPage<Row>;
  excluded?: readonly string[];
  /** @param last of the rows before the page, for lists whose pages begin behind a row */
  address: (page: number, last?: Row) => string;
  /** For rows that are no member's own: they outlive the document. Of others only the number of pages does. */
  kept?: StorageField<ListPage<Row>[]>;
}

export type RowsAnswer<Row> = { list: DeferredOutcome<ListPage<Row>> };

export function usePagedList<Row extends { code: string }>(options: PagedListOptions<Row>) {
  const { first, excluded, address, kept } = options;
  const { load, data } = useFetcher<RowsAnswer<Row>>();
  const afterFirst = address(first.page + 1, first.rows.at(-1));
  const [added, setAdded] = useHistoryEntryState<ListPage<Row>[]>(
    `rows of ${afterFirst}`,
    [],
    kept,
  );
  const [pages, setPages] = useHistoryEntryState("pages", 0, pageCount);
  const [failure, setFailure] = useState<string>();
  const [loading, setLoading] = useState(false);
  const asking = useRef(false);

  const newest = added.at(-1) ?? first;
  const next = newest.page + 1;
  const nextAddress = address(next, newest.rows.at(-1));
  const { rows, ended } = useMemo(
    () => mergePages([first, ...added], excluded),
    [first, added, excluded],
  );

  const grow = useCallback(() => {
    if (asking.current) return;
    asking.current = true;
    setLoading(true);
    setFailure(undefined);
    load(partAddress(nextAddress, "rows"));
  }, [load, nextAddress]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is taken once; `next` is what it was asked for
  useEffect(() => {
    if (!data) return;
    let gone = false;
    const finish = (page?: ListPage<Row>, message = "") => {
      if (gone) return;
      asking.current = false;
      setLoading(false);
      if (!page) setFailure(message);
      else if (page.page === next) {
        setAdded((added) => [...added, page]);
        setPages((pages) => Math.max(pages, page.page));
      }
    };
    Promise.resolve(data.list).then(
      (outcome) => {
        if (outcome.ok) return finish(outcome.data);
        notifyIfSessionEnded(outcome);
        finish(undefined, outcome.message);
      },
      () => finish(),
    );
    return () => {
      gone = true;
    };
  }, [data]);

  // an earlier document had more
  const isIncomplete = newest.page < pages && !ended && !loading && failure === undefined;
  useEffect(() => {
    if (isIncomplete) grow();
  }, [isIncomplete, grow]);

  return { rows, ended, loading, failure, grow, nextAddress };
}
