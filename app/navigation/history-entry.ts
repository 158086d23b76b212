import { useLocation } from "@remix-run/react";
import { type SetStateAction, useCallback, useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { createStore } from "../device/create-store.ts";
import {
  anyString,
  fields,
  listOf,
  type StorageField,
  storedText,
} from "../device/storage-fields.ts";
import { entryKey } from "../remix/history.ts";

interface KeptEntry {
  key: string;
  values: Readonly<Record<string, unknown>>;
}

const MAX_ENTRIES = 60;
const MAX_SIZE = 145_000; // characters of two bytes

/** Latest first. */
const keptEntries: StorageField<readonly KeptEntry[]> = listOf(
  MAX_ENTRIES,
  (stored) => {
    const { key, values } = fields(stored);
    return storedText(key) ? { key: storedText(key), values: fields(values) } : undefined;
  },
  ({ key }) => key,
);

const store = createStore(
  { historyEntries: keptEntries, entriesMember: anyString },
  () => window.sessionStorage,
);

interface Saved {
  value: unknown;
  kept: boolean; // whether it is stored for the tab's next document
  unread: boolean; // from an earlier document, not yet parsed
}

const savedByEntry = new Map(
  store
    .read("historyEntries")
    .toReversed()
    .map(({ key, values }) => {
      const saved = Object.entries(values).map(
        ([name, value]) => [name, { value, kept: true, unread: true }] as const,
      );
      return [key, new Map<string, Saved>(saved)] as const;
    }),
);

let shown = "default"; // the router's key for a document's first entry
let reopened: string | undefined; // the earlier entry whose page a link is opening again

/** @param kept whether the value outlives the document; must be false for a member's own data */
export function saveInEntry(entry: string, name: string, value: unknown, kept = false) {
  const values = savedByEntry.get(entry) ?? new Map<string, Saved>();
  savedByEntry.delete(entry);
  savedByEntry.set(entry, values.set(name, { value, kept, unread: false }));
  const [oldest] = savedByEntry.keys();
  if (savedByEntry.size > MAX_ENTRIES && oldest !== undefined) savedByEntry.delete(oldest);
}

export function savedInEntry<Value>(entry: string, name: string, field?: StorageField<Value>) {
  const saved = savedByEntry.get(entry)?.get(name);
  if (!saved?.unread) return saved?.value as Value | undefined;
  if (!field) return undefined;
  saved.value = field.parse(saved.value);
  saved.unread = false;
  return saved.value as Value;
}

export interface SavedPage {
  address: string;
}

export function forgetPages(pathname: string) {
  for (const values of savedByEntry.values()) {
    const page = values.get("page");
    if (page && !page.unread && (page.value as SavedPage).address.split("?")[0] === pathname)
      values.delete("page");
  }
}

/** Stores the entries for the tab's next document: phones discard background pages, and visitors reload. */
export function keepEntries() {
  const entries = [...savedByEntry].map(([key, values]) => ({
    key,
    values: Object.fromEntries(
      [...values].filter(([, { kept }]) => kept).map(([name, { value }]) => [name, value]),
    ),
  }));
  store.update("historyEntries", () => entriesThatFit(entries.toReversed(), MAX_SIZE));
}

/** Prefers small values to large ones: a list's page count is enough to refetch its rows. */
export function entriesThatFit(entries: readonly KeptEntry[], maxSize: number): KeptEntry[] {
  let free = maxSize;
  return entries.map(({ key, values }) => {
    const sized = Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value, size: name.length + JSON.stringify(value).length }));
    const fit = sized
      .toSorted((one, other) => one.size - other.size)
      .filter(({ size }) => {
        if (size > free) return false;
        free -= size;
        return true;
      });
    return { key, values: Object.fromEntries(fit.map(({ name, value }) => [name, value])) };
  });
}

export function clearSavedEntries() {
  savedByEntry.clear();
  store.remove("historyEntries");
}

export function clearEntriesOfOthers(member: string) {
  const before = store.read("entriesMember");
  if (before === member) return;
  store.update("entriesMember", () => member);
  if (before !== "") clearSavedEntries();
}

export function setEntryOnScreen(entry: string) {
  shown = entry;
  reopened = undefined;
}

export const entryOnScreen = () => shown;

export const scrollField: StorageField<number | undefined> = {
  empty: undefined,
  parse: (stored) => (Number.isFinite(stored) ? Number(stored) : undefined),
};

export const saveScroll = () => saveInEntry(shown, "scroll", window.scrollY, true);

export function reopenEntry(entry: string) {
  reopened = entry;
  const preventScrollReset = savedInEntry(entry, "scroll", scrollField) !== undefined;
  return { state: { reopens: entry }, preventScrollReset };
}

/** The entry that Back or Forward leads to, or a reopened one; undefined for other loads. */
export function entryReturnedTo(): string | undefined {
  if (reopened) return reopened;
  const entry = entryKey();
  return entry === shown ? undefined : entry;
}

export function useSavedInEntry() {
  const { key, state } = useLocation();
  const earlier = String(state?.reopens);
  return useCallback(
    <Value>(name: string, field?: StorageField<Value>) =>
      savedInEntry(key, name, field) ?? savedInEntry(earlier, name, field),
    [key, earlier],
  );
}

/** @param field if given, the state outlives the document; must be left out for a member's own data */
export function useHistoryEntryState<Value>(
  name: string,
  initial: Value,
  field?: StorageField<Value>,
) {
  const { key } = useLocation();
  const saved = useSavedInEntry();
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
