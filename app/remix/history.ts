/**
 * The entries of the browser's history, as the router keeps them; nothing else reads or writes `history.state`.
 *
 * Rests on: the router's state `{ usr, key, idx }` in each entry, of which `key` is its location's key and `idx` counts the
 * entries of the visit, its taking no notice of further properties, and `"default"` being its key for an entry without one
 * (the document's first entry gets a key from `ScrollRestoration`'s script, before the router starts).
 *
 * Gives: going back is told from following a link while a client loader runs, so that a list asks nothing again; an overlay
 * has an entry that renders nothing. By the router itself such an entry renders the page twice, under another key, and asks
 * its loaders (docs/decisions/0014). Costs: these 30 lines.
 *
 * Goes: the index and the key when all browsers have the Navigation API, which tells both (docs/decisions/0014); the entries
 * of overlays when the router adds one that keeps the key, which `tests/e2e/shell/router-history.spec.ts` would notice.
 */
interface EntryState {
  usr?: unknown;
  key?: string;
  idx?: number;
  /** Ours: for how many overlays on the page the entry stands. */
  overlays?: number;
}

const state = (): EntryState => window.history.state ?? {};

/** The key of the entry that the browser is at, which the router may be about to show. */
export const entryKey = () => state().key ?? "default";

/** How many entries of this visit came before. */
export const entryIndex = () => state().idx ?? 0;

export const entryOverlays = () => state().overlays ?? 0;

/** An entry for one more overlay, of which the router knows nothing: the same page under the same key. */
export const pushSameEntry = () =>
  window.history.pushState(
    { ...state(), idx: entryIndex() + 1, overlays: entryOverlays() + 1 } satisfies EntryState,
    "",
  );

/** The addresses of the entries before this one, the nearest first; none in browsers without the Navigation API. */
export const addressesBefore = (): string[] =>
  (window.navigation?.entries() ?? [])
    .slice(0, window.navigation?.currentEntry?.index)
    .map(({ url }) => url ?? "about:blank")
    .reverse();
