/**
 * All access to `history.state`. The router stores `{ usr, key, idx }` in it (`idx` counts this visit's
 * entries; a missing key is "default") and ignores other properties (docs/decisions/0014).
 * Use the Navigation API instead of `key` and `idx` once all browsers have it. Remove `overlays` once the
 * router can add an entry with the same key; `tests/e2e/shell/router-history.spec.ts` then fails.
 */
interface EntryState {
  usr?: unknown;
  key?: string;
  idx?: number;
  overlays?: number; // ours: how many overlays are open on the page
}

const state = (): EntryState => window.history.state ?? {};

export const entryKey = () => state().key ?? "default"; // the router may not have rendered it yet

export const entryIndex = () => state().idx ?? 0;

export const entryOverlays = () => state().overlays ?? 0;

export const pushSameEntry = () =>
  window.history.pushState(
    { ...state(), idx: entryIndex() + 1, overlays: entryOverlays() + 1 } satisfies EntryState,
    "",
  );

/** The addresses of earlier entries, nearest first; empty without the Navigation API. */
export const addressesBefore = (): string[] =>
  (window.navigation?.entries() ?? [])
    .slice(0, window.navigation?.currentEntry?.index)
    .map(({ url }) => url ?? "about:blank")
    .reverse();
