import { randomUUID } from "node:crypto";
import type { SharedStore } from "./shared-store.ts";

const KEY = "edition";
/** How often the store is polled for other instances' purges, in milliseconds. */
const POLL_MS = 1_000;

/** The edition of everything that is cached of the catalogue. A new one invalidates every cached answer and page. */
export interface Editions {
  /** '' until the first purge. */
  readonly current: string;
  /**
   * Starts a new edition: here at once, on the other instances within a second.
   * @throws {StoreUnavailableError} the other instances get it as soon as the store is available again
   */
  begin(): Promise<void>;
  /** `listener` is called for each new edition. */
  follow(listener: () => void): void;
  close(): void;
}

/**
 * @param store undefined if there is one instance only
 * @param keptMs how long answers of an old edition may remain in the store, in milliseconds
 */
export function createEditions(store: SharedStore | undefined, keptMs: number): Editions {
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
    get current() {
      return current;
    },
    async begin() {
      take(randomUUID());
      await synchronize();
    },
    follow: (listener) => void listeners.push(listener),
    close: () => clearInterval(polling),
  };
}
