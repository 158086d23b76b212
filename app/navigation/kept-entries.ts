import { createStore } from "../session/create-store.ts";
import {
  anyText,
  fields,
  listOf,
  type StorageField,
  storedText,
} from "../session/storage-fields.ts";

/** What of a history entry outlives the document, unchecked: whoever reads a value knows what it is. */
interface KeptEntry {
  key: string;
  values: Readonly<Record<string, unknown>>;
}

export const MAX_ENTRIES = 60;
/** In characters, for which browsers take two bytes each. */
const ROOM = 145_000;

const keptEntries: StorageField<readonly KeptEntry[]> = listOf(
  MAX_ENTRIES,
  (stored) => {
    const { key, values } = fields(stored);
    return storedText(key) ? { key: storedText(key), values: fields(values) } : undefined;
  },
  ({ key }) => key,
);

const store = createStore(
  { historyEntries: keptEntries, entriesMember: anyText },
  () => window.sessionStorage,
);

/** Latest first. */
export const readKeptEntries = () => store.read("historyEntries");

export const writeKeptEntries = (entries: readonly KeptEntry[]) =>
  store.update("historyEntries", () => fitting(entries, ROOM));

/** @returns whether entries of another member were kept, which are gone now */
export function keepEntriesFor(member: string): boolean {
  const before = store.read("entriesMember");
  if (before === member) return false;
  store.update("entriesMember", () => member);
  return before !== "";
}

export const removeKeptEntries = () => store.remove("historyEntries");

/** The latest entries first, and small values before large ones: by a list's number of pages its rows can be asked for. */
export function fitting(entries: readonly KeptEntry[], room: number): KeptEntry[] {
  let left = room;
  return entries.map(({ key, values }) => {
    const sized = Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value, size: name.length + JSON.stringify(value).length }));
    const fit = sized
      .toSorted((one, other) => one.size - other.size)
      .filter(({ size }) => {
        if (size > left) return false;
        left -= size;
        return true;
      });
    return { key, values: Object.fromEntries(fit.map(({ name, value }) => [name, value])) };
  });
}
