import { randomUUID } from "node:crypto";
import type { SharedStore } from "./shared-store.ts";

const KEY = "edition";
/** How often the store is polled for other instances' purges, in milliseconds. */
const POLL_MS = 1_000;

export type Editions = ReturnType<typeof createEditions>;

/**
 * The edition of everything that is cached of the catalogue. A new one invalidates every cached answer and page.
 * @param store undefined if there is one instance only
 * @param keptMs how long answers of an old edition may remain in the store, in milliseconds
 */
export function createEditions(store: SharedStore | undefined, keptMs: number) {
  const listeners: (() => void)[] = [];
  let current = "";
  let stored = "";

  function take(edition: string) {
    current = edition;
    for (const listener of listeners) listener();
  }

  async function synchronize() {
    const mine = current;
    if (stored !== mine) {
      await store?.set(KEY, mine, keptMs);
      stored = mine;
      return;
    }
    const found = await store?.get(KEY);
    if (current !== mine) return;
    // a store that has lost the edition gets it again
    stored = found ?? "";
    if (found !== undefined && found !== mine) take(found);
  }

  const poll = () => synchronize().catch(() => undefined);
  const polling = store && setInterval(poll, POLL_MS).unref();

  return {
    /** '' until the first purge. */
    get current() {
      return current;
    },
    /**
     * Starts a new edition: here at once, on the other instances within a second.
     * @throws {StoreUnavailableError} the other instances get it as soon as the store is available again
     */
    async begin() {
      take(randomUUID());
      await synchronize();
    },
    /** `listener` is called for each new edition. */
    follow: (listener: () => void) => void listeners.push(listener),
    close: () => clearInterval(polling),
  };
}
