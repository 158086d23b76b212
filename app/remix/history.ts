/**
 * All access to `history.state`, the router's `{ usr, key, idx }` (`idx` counts this visit's
 * entries; a missing key is "default"), in which it ignores other properties (docs/decisions/0014).
 * Index and key go once all browsers have the Navigation API; overlay entries once the router can
 * add an entry with the same key, which `tests/e2e/shell/router-history.spec.ts` would notice.
 */
interface EntryState {
  usr?: unknown;
  key?: string;
  idx?: number;
  overlays?: number; // ours: how many overlays are open on the page
}

const state = (): EntryState => window.history.state ?? {};

export const entryKey = () => state().key ?? "default"; // the router may not show it yet

export const entryIndex = () => state().idx ?? 0;

export const entryOverlays = () => state().overlays ?? 0;

export const pushSameEntry = () =>
  window.history.pushState(
    { ...state(), idx: entryIndex() + 1, overlays: entryOverlays() + 1 } satisfies EntryState,
    "",
  );

/** Nearest first; empty without the Navigation API. */
export const addressesBefore = (): string[] =>
  (window.navigation?.entries() ?? [])
    .slice(0, window.navigation?.currentEntry?.index)
    .map(({ url }) => url ?? "about:blank")
    .reverse();
