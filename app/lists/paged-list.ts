import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ListPage, VideoCardData } from "../../server/domain/cards.ts";
import { useHistoryEntryState } from "../navigation/history-entry.ts";
import type { RowOf, RowsAnswer } from "../resources/rows.route.ts";
import { notifyIfSessionEnded } from "../session/session-ending.ts";
import { fields, numberOf, type StorageField } from "../session/storage-fields.ts";
import { videoCards } from "../session/storage-schema.ts";

export type ListName = keyof RowOf;

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

/** Never rejects: without a network, rows are a failure that can be tried again. */
export async function requestRows<Name extends ListName>(
  name: Name,
  query: string,
  signal: AbortSignal,
): Promise<RowsAnswer<Name>> {
  try {
    const answer = await fetch(`/rows/${name}?${query}`, { signal });
    const outcome: RowsAnswer<Name> = await answer.json();
    if (typeof outcome.ok !== "boolean") throw new Error(`rows: ${answer.status}`);
    notifyIfSessionEnded(outcome);
    return outcome;
  } catch {
    return { ok: false, message: "" };
  }
}

interface PagedListOptions<Name extends ListName> {
  name: Name;
  first: ListPage<RowOf[Name]>;
  excluded?: readonly string[];
  /**
   * The address of a page for visitors without JavaScript, whose query names the rows too.
   * @param last of the rows before the page, for lists whose pages begin behind a row
   */
  address: (page: number, last?: RowOf[Name]) => string;
  /** For rows that are no member's own: they outlive the document. Of others only the number of pages does. */
  kept?: StorageField<ListPage<RowOf[Name]>[]> | undefined;
}

export function usePagedList<Name extends ListName>(options: PagedListOptions<Name>) {
  const { name, first, excluded, address, kept } = options;
  const { revalidate } = useRevalidator();
  // it is another function with each revalidation, which is no reason to ask for the rows again
  const askForPage = useRef(revalidate);
  askForPage.current = revalidate;
  const afterFirst = address(first.page + 1, first.rows.at(-1));
  const [added, setAdded] = useHistoryEntryState<ListPage<RowOf[Name]>[]>(
    `rows of ${afterFirst}`,
    [],
    kept,
  );
  const [pages, setPages] = useHistoryEntryState("pages", 0, pageCount);
  const [asked, ask] = useState<{ address: string; failure?: string }>();

  const newest = added.at(-1) ?? first;
  const nextAddress = address(newest.page + 1, newest.rows.at(-1));
  const { rows, ended } = useMemo(
    () => mergePages([first, ...added], excluded),
    [first, added, excluded],
  );
  const { failure } = asked?.address === nextAddress ? asked : {};
  const loading = asked?.address === nextAddress && failure === undefined;

  useEffect(() => {
    if (!loading) return;
    const outdated = new AbortController();
    const [, query = ""] = nextAddress.split("?");
    void requestRows(name, query, outdated.signal).then((outcome) => {
      if (outdated.signal.aborted) return;
      if (!outcome.ok) return ask({ address: nextAddress, failure: outcome.message });
      const page = outcome.data;
      if (page) {
        setAdded((added) => [...added, page]);
        setPages((pages) => Math.max(pages, page.page));
        return;
      }
      ask({ address: nextAddress, failure: "" });
      // the page says where to go instead
      askForPage.current();
    });
    return () => outdated.abort();
  }, [loading, name, nextAddress, setAdded, setPages]);

  const grow = useCallback(() => ask({ address: nextAddress }), [nextAddress]);

  // an earlier document had more
  const isIncomplete = newest.page < pages && !ended && asked?.address !== nextAddress;
  useEffect(() => {
    if (isIncomplete) grow();
  }, [isIncomplete, grow]);

  return { rows, ended, loading, failure, grow, nextAddress };
}
