import { useLocation } from "@remix-run/react";
import { type SetStateAction, useCallback, useEffect, useState } from "react";

/** Data of visited pages by history entry, until the document is reloaded. */
const savedByEntry = new Map<string, Map<string, unknown>>();
const MAX_ENTRIES = 60;

/** The router's key for a document's first entry. */
let shown = "default";
/** The entry whose page the visitor opens again by a link. */
let reopened: string | undefined;

export function saveInEntry(entry: string, name: string, value: unknown) {
  const values = savedByEntry.get(entry) ?? new Map<string, unknown>();
  savedByEntry.delete(entry);
  savedByEntry.set(entry, values.set(name, value));
  const [oldest] = savedByEntry.keys();
  if (savedByEntry.size > MAX_ENTRIES && oldest !== undefined) savedByEntry.delete(oldest);
}

export const savedInEntry = <Value>(entry: string, name: string) =>
  savedByEntry.get(entry)?.get(name) as Value | undefined;

export function forgetInEntries<Value>(name: string, matches: (value: Value) => boolean) {
  for (const values of savedByEntry.values()) {
    const value = values.get(name) as Value | undefined;
    if (value !== undefined && matches(value)) values.delete(name);
  }
}

/** On a change of the member. */
export const clearSavedEntries = () => savedByEntry.clear();

export function entryShown(entry: string) {
  shown = entry;
  reopened = undefined;
}

export const entryOnScreen = () => shown;

export const saveScroll = () => saveInEntry(shown, "scroll", window.scrollY);

/** Options of a navigation that shows an earlier entry's page again, as it was left. */
export function reopenEntry(entry: string) {
  reopened = entry;
  const preventScrollReset = savedInEntry(entry, "scroll") !== undefined;
  return { state: { reopens: entry }, preventScrollReset };
}

/**
 * During back and forward, when the browser has already switched to the entry, or during its reopening; undefined for
 * other loads.
 */
export function entryReturnedTo(): string | undefined {
  if (reopened) return reopened;
  const entry = String(window.history.state?.key ?? "default");
  return entry === shown ? undefined : entry;
}

/** Reads what was saved in this history entry, or in the one that it reopens. */
export function useSavedInEntry() {
  const { key, state } = useLocation();
  const earlier = String(state?.reopens);
  return useCallback(
    <Value>(name: string) => savedInEntry<Value>(key, name) ?? savedInEntry<Value>(earlier, name),
    [key, earlier],
  );
}

export function useHistoryEntryState<Value>(name: string, initial: Value) {
  const { key } = useLocation();
  const saved = useSavedInEntry();
  const restored = () => ({ key, value: saved<Value>(name) ?? initial });
  const [current, setCurrent] = useState(restored);
  if (current.key !== key) setCurrent(restored());
  const { value } = current;

  useEffect(() => saveInEntry(key, name, value), [key, name, value]);

  const setValue = useCallback(
    (next: SetStateAction<Value>) =>
      setCurrent(({ key, value }) => ({
        key,
        value: next instanceof Function ? next(value) : next,
      })),
    [],
  );
  return [value, setValue] as const;
}
