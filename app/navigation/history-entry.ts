/** What is kept of the pages that were left, by their history entries, until the document is loaded anew. */
const kept = new Map<string, Map<string, unknown>>();
const MAX_ENTRIES = 30;

/** The key of a document's first entry, as the router has it. */
let shown = "default";

export function keep(entry: string, name: string, value: unknown) {
  const values = kept.get(entry) ?? new Map<string, unknown>();
  kept.delete(entry);
  kept.set(entry, values.set(name, value));
  const [oldest] = kept.keys();
  if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest);
}

export const keptOf = <Value>(entry: string, name: string) =>
  kept.get(entry)?.get(name) as Value | undefined;

/** For another member's eyes: nothing of what the last one saw. */
export const forgetKept = () => kept.clear();

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
