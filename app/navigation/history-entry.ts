import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** What is kept of the pages that were left, by their history entries, until the document is loaded anew. */
const savedByEntry = new Map<string, Map<string, unknown>>();
const MAX_ENTRIES = 30;

/** The key of a document's first entry, as the router has it. */
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

/** For another member's eyes: nothing of what the last one saw. */
export const clearSavedEntries = () => savedByEntry.clear();

/** Told by the root, whenever another entry's page is on the screen. */
export function entryShown(entry: string) {
  shown = entry;
}

/**
 * The entry that the visitor goes back or forward to, while its page is being loaded. The browser is there already,
 * unlike when somebody follows a link; undefined then, and when a page is loaded once more.
 */
export function entryReturnedTo(): string | undefined {
  const entry = String(window.history.state?.key ?? "default");
  return entry === shown ? undefined : entry;
}

/** State that is there again when the visitor comes back to this history entry. */
export function useHistoryEntryState<Value>(name: string, initial: Value) {
  const { key } = useLocation();
  const [value, setValue] = useState(() => savedInEntry<Value>(key, name) ?? initial);
  useEffect(() => saveInEntry(key, name, value), [key, name, value]);
  return [value, setValue] as const;
}
