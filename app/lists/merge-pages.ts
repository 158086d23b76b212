/** One page of a growing list; `page` counts from 1. */
export interface ListPage<Row> {
  page: number;
  rows: Row[];
  last: boolean;
}

/** So many pages in a row without a single new item mean that the source repeats itself. */
const BARREN_PAGES = 8;

/**
 * The rows of all pages in their order, each once, without those that are shown elsewhere (`known`).
 * `ended` says whether there is no reason to ask for another page.
 */
export function mergePages<Row extends { code: string }>(
  pages: readonly ListPage<Row>[],
  known: readonly string[] = [],
): { rows: Row[]; ended: boolean } {
  const seen = new Set(known);
  const rows: Row[] = [];
  let barren = 0;
  for (const page of pages) {
    const fresh = page.rows.filter(({ code }) => !seen.has(code) && seen.add(code));
    rows.push(...fresh);
    barren = fresh.length === 0 ? barren + 1 : 0;
  }
  return { rows, ended: pages.at(-1)?.last === true || barren >= BARREN_PAGES };
}
