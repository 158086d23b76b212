import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ListPage, VideoCardData } from "../../server/domain/cards.ts";
import { fields, numberOf, type StorageField } from "../device/storage-fields.ts";
import { videoCards } from "../device/storage-schema.ts";
import { useHistoryEntryState } from "../navigation/history-entry.ts";
import type { RowOf, RowsAnswer } from "../resources/rows.route.ts";
import { notifyIfSessionEnded } from "../session/session-ended.tsx";
import { useSignalEffect } from "../ui/paint.ts";

export type ListName = keyof RowOf;

export const videoPages: StorageField<ListPage<VideoCardData>[]> = {
  empty: [],
  parse: (stored) =>
    (Array.isArray(stored) ? stored : []).map((entry) => {
      const { page, rows, last } = fields(entry);
      return { page: numberOf(page), rows: [...videoCards.parse(rows)], last: last === true };
    }),
};

const pageCount: StorageField<number> = { empty: 0, parse: numberOf };

const PAGES_AT_ONCE = 20; // requested together when a list of an earlier document is restored

const MAX_REPEATED_PAGES = 8; // in succession without a new row: the source only repeats itself

export function mergePages<Row extends { code: string }>(
  pages: readonly ListPage<Row>[],
  excluded: readonly string[] = [],
): { rows: Row[]; ended: boolean } {
  const seen = new Set(excluded);
  const rows: Row[] = [];
  let repeated = 0;
  for (const page of pages) {
    const fresh = page.rows.filter(({ code }) => !seen.has(code) && seen.add(code));
    rows.push(...fresh);
    repeated = fresh.length === 0 ? repeated + 1 : 0;
  }
  return { rows, ended: pages.at(-1)?.last === true || repeated >= MAX_REPEATED_PAGES };
}

/** Never rejects: if offline, the result is a failure that can be retried. */
export async function requestRows<Name extends ListName>(
  name: Name,
  query: string,
  signal: AbortSignal,
): Promise<RowsAnswer<Name>> {
  try {
    const answer = await fetch(`/rows/${name}?${query}`, { signal });
    const outcome: RowsAnswer<Name> = await answer.json();
    if (typeof outcome.ok !== "boolean") throw new Error("no rows");
    notifyIfSessionEnded(outcome);
    return outcome;
  } catch {
    return { ok: false, message: "" };
  }
}

export interface PagedListOptions<Name extends ListName> {
  name: Name;
  first: ListPage<RowOf[Name]>;
  excluded?: readonly string[];
  /** The page's address, for visitors without scripts; its query also requests the rows. @param last the row before the page */
  address: (page: number, last?: RowOf[Name]) => string;
  /** If given, the rows outlive the document. Left out for a member's own rows, of which only the page count is stored. */
  storedAs?: StorageField<ListPage<RowOf[Name]>[]> | undefined;
}

export function usePagedList<Name extends ListName>(options: PagedListOptions<Name>) {
  const { name, first, excluded, address, storedAs } = options;
  const { revalidate } = useRevalidator();
  // a ref, because `revalidate` changes with each revalidation, which must not refetch the rows
  const revalidatePage = useRef(revalidate);
  revalidatePage.current = revalidate;
  const afterFirst = address(first.page + 1, first.rows.at(-1));
  const [added, setAdded] = useHistoryEntryState<ListPage<RowOf[Name]>[]>(
    `rows of ${afterFirst}`,
    [],
    storedAs,
  );
  const [pages, setPages] = useHistoryEntryState("pages", 0, pageCount);
  const [requested, setRequested] = useState<{ addresses: string; failure?: string }>(); // separated by spaces

  const newest = added.at(-1) ?? first;
  const nextAddress = address(newest.page + 1, newest.rows.at(-1));
  const missing = pages - newest.page;
  // if a page's address depends on the row before it, the previous page has to load first
  const batchSize = nextAddress === address(newest.page + 1) ? Math.min(missing, PAGES_AT_ONCE) : 1;
  const further = Array.from({ length: Math.max(0, batchSize - 1) }, (_, index) =>
    address(newest.page + 2 + index),
  );
  const addresses = [nextAddress, ...further].join(" ");
  const { rows, ended } = useMemo(
    () => mergePages([first, ...added], excluded),
    [first, added, excluded],
  );
  const { failure } = requested?.addresses === addresses ? requested : {};
  const loading = requested?.addresses === addresses && failure === undefined;

  useSignalEffect([loading, name, addresses, setAdded, setPages], (signal) => {
    if (!loading) return;
    const requests = addresses
      .split(" ")
      .map((page) => requestRows(name, page.split("?")[1] ?? "", signal));
    void Promise.all(requests).then((outcomes) => {
      if (signal.aborted) return;
      const arrived: ListPage<RowOf[Name]>[] = [];
      for (const outcome of outcomes) {
        if (!outcome.ok || !outcome.data) break;
        arrived.push(outcome.data);
      }
      const last = arrived.at(-1);
      if (last) {
        setAdded((added) => [...added, ...arrived]);
        return setPages((pages) => Math.max(pages, last.page));
      }
      const [outcome] = outcomes;
      setRequested({ addresses, failure: outcome?.ok === false ? outcome.message : "" });
      if (outcome?.ok) revalidatePage.current();
    });
  });

  const grow = useCallback(() => setRequested({ addresses }), [addresses]);

  const isIncomplete = missing > 0 && !ended && requested?.addresses !== addresses;
  useEffect(() => {
    if (isIncomplete) grow();
  }, [isIncomplete, grow]);

  return { rows, ended, loading, failure, grow, nextAddress };
}
