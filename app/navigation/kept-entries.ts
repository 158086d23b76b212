import { createStore } from "../device/create-store.ts";
import {
  anyString,
  fields,
  listOf,
  type StorageField,
  storedText,
} from "../device/storage-fields.ts";

interface KeptEntry {
  key: string;
  values: Readonly<Record<string, unknown>>;
}

export const MAX_ENTRIES = 60;
const MAX_SIZE = 145_000; // characters of two bytes

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

export const readKeptEntries = () => store.read("historyEntries"); // latest first

export const writeKeptEntries = (entries: readonly KeptEntry[]) =>
  store.update("historyEntries", () => entriesThatFit(entries, MAX_SIZE));

/** Whether the entries belonged to another member. */
export function replaceEntriesMember(member: string): boolean {
  const before = store.read("entriesMember");
  if (before === member) return false;
  store.update("entriesMember", () => member);
  return before !== "";
}

export const removeKeptEntries = () => store.remove("historyEntries");

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
