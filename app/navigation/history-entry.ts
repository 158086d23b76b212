import { useLocation } from "@remix-run/react";
import { type SetStateAction, useCallback, useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { entryKey } from "../remix/history.ts";
import type { StorageField } from "../session/storage-fields.ts";
import {
  keepEntriesFor,
  MAX_ENTRIES,
  readKeptEntries,
  removeKeptEntries,
  writeKeptEntries,
} from "./kept-entries.ts";

interface Saved {
  value: unknown;
  /** Whether it outlives the document. */
  kept: boolean;
  /** From an earlier document: a field has to read it first. */
  unread: boolean;
}

/** Data of visited pages by history entry, the latest last. */
const savedByEntry = new Map(
  readKeptEntries()
    .toReversed()
    .map(({ key, values }) => {
      const saved = Object.entries(values).map(
        ([name, value]) => [name, { value, kept: true, unread: true }] as const,
      );
      return [key, new Map<string, Saved>(saved)] as const;
    }),
);

/** The router's key for a document's first entry. */
let shown = "default";
/** The entry whose page the visitor opens again by a link. */
let reopened: string | undefined;

/** @param kept whether it is to outlive the document: never a member's own data */
export function saveInEntry(entry: string, name: string, value: unknown, kept = false) {
  const values = savedByEntry.get(entry) ?? new Map<string, Saved>();
  savedByEntry.delete(entry);
  savedByEntry.set(entry, values.set(name, { value, kept, unread: false }));
  const [oldest] = savedByEntry.keys();
  if (savedByEntry.size > MAX_ENTRIES && oldest !== undefined) savedByEntry.delete(oldest);
}

/** @param field reads what an earlier document has left */
export function savedInEntry<Value>(entry: string, name: string, field?: StorageField<Value>) {
  const saved = savedByEntry.get(entry)?.get(name);
  if (!saved?.unread) return saved?.value as Value | undefined;
  if (!field) return undefined;
  saved.value = field.parse(saved.value);
  saved.unread = false;
  return saved.value as Value;
}

export function forgetInEntries<Value>(name: string, matches: (value: Value) => boolean) {
  for (const values of savedByEntry.values()) {
    const saved = values.get(name);
    if (saved && !saved.unread && matches(saved.value as Value)) values.delete(name);
  }
}

/** For the next document of this tab: a phone discards pages that are not looked at, and the visitor may reload. */
export function keepEntries() {
  const entries = [...savedByEntry].map(([key, values]) => ({
    key,
    values: Object.fromEntries(
      [...values].filter(([, { kept }]) => kept).map(([name, { value }]) => [name, value]),
    ),
  }));
  writeKeptEntries(entries.toReversed());
}

/** On a change of the member. */
export function clearSavedEntries() {
  savedByEntry.clear();
  removeKeptEntries();
}

/** Another member than that of the document before: what was kept is not theirs. */
export function claimEntries(member: string) {
  if (keepEntriesFor(member)) clearSavedEntries();
}

export function entryShown(entry: string) {
  shown = entry;
  reopened = undefined;
}

export const entryOnScreen = () => shown;

/** In pixels from the page's top. */
export const scrollField: StorageField<number | undefined> = {
  empty: undefined,
  parse: (stored) => (Number.isFinite(stored) ? Number(stored) : undefined),
};

export const saveScroll = () => saveInEntry(shown, "scroll", window.scrollY, true);

/** Options of a navigation that shows an earlier entry's page again, as it was left. */
export function reopenEntry(entry: string) {
  reopened = entry;
  const preventScrollReset = savedInEntry(entry, "scroll", scrollField) !== undefined;
  return { state: { reopens: entry }, preventScrollReset };
}

/**
 * During back and forward, when the browser has already switched to the entry, or during its reopening; undefined for
 * other loads.
 */
export function entryReturnedTo(): string | undefined {
  if (reopened) return reopened;
  const entry = entryKey();
  return entry === shown ? undefined : entry;
}

/** Reads what was saved in this history entry, or in the one that it reopens. */
export function useSavedInEntry() {
  const { key, state } = useLocation();
  const earlier = String(state?.reopens);
  return useCallback(
    <Value>(name: string, field?: StorageField<Value>) =>
      savedInEntry(key, name, field) ?? savedInEntry(earlier, name, field),
    [key, earlier],
  );
}

/** @param field by which the state outlives the document: never for a member's own data */
export function useHistoryEntryState<Value>(
  name: string,
  initial: Value,
  field?: StorageField<Value>,
) {
  const { key } = useLocation();
  const saved = useSavedInEntry();
  // the server's document shows none of it
  const hydrated = useHydrated();
  const restored = () => ({
    key,
    hydrated,
    value: (hydrated ? saved(name, field) : undefined) ?? initial,
  });
  const [current, setCurrent] = useState(restored);
  if (current.key !== key || current.hydrated !== hydrated) setCurrent(restored());
  const { value } = current;

  const kept = field !== undefined;
  useEffect(() => {
    if (hydrated) saveInEntry(key, name, value, kept);
  }, [key, name, value, kept, hydrated]);

  const setValue = useCallback(
    (next: SetStateAction<Value>) =>
      setCurrent((before) => ({
        ...before,
        value: next instanceof Function ? next(before.value) : next,
      })),
    [],
  );
  return [value, setValue] as const;
}
