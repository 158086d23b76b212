import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Data of visited pages by history entry, until the document is reloaded. */
const savedByEntry = new Map<string, Map<string, unknown>>();
const MAX_ENTRIES = 30;

/** The router's key for a document's first entry. */
let shown = "default";

export function saveInEntry(entry: string, name: string, value: unknown) {
  const values = savedByEntry.get(entry) ?? new Map<string, unknown>();
  savedByEntry.delete(entry);
  savedByEntry.set(entry, values.set(name, value));
  const [oldest] = savedByEntry.keys();
  if (savedByEntry.size > MAX_ENTRIES && oldest !== undefined) savedByEntry.delete(oldest);
}

export const savedInEntry = <Value>(entry: string, name: string) =>
  savedByEntry.get(entry)?.get(name) as Value | undefined;

/** On a change of the member. */
export const clearSavedEntries = () => savedByEntry.clear();

export function entryShown(entry: string) {
  shown = entry;
}

/** During back and forward, when the browser has already switched to the entry; undefined for other loads. */
export function entryReturnedTo(): string | undefined {
  const entry = String(window.history.state?.key ?? "default");
  return entry === shown ? undefined : entry;
}

export function useHistoryEntryState<Value>(name: string, initial: Value) {
  const { key } = useLocation();
  const [value, setValue] = useState(() => savedInEntry<Value>(key, name) ?? initial);
  useEffect(() => saveInEntry(key, name, value), [key, name, value]);
  return [value, setValue] as const;
}
