import { randomUUID } from "node:crypto";
import type { SharedStore } from "./shared-store.ts";

const KEY = "edition";
/** How often other instances' purges are looked for, in milliseconds. */
const ASK_EVERY_MS = 1_000;

/** The edition of all that is cached of the catalogue. A new one makes every cached answer and page worthless. */
export interface Editions {
  /** '' until the first purge. */
  readonly current: string;
  /**
   * Begins a new edition: here at once, on the other instances within a second.
   * @throws {StoreUnavailableError} the others are told as soon as the store is back
   */
  begin(): Promise<void>;
  /** `listener` is called for each new edition. */
  follow(listener: () => void): void;
  close(): void;
}

/**
 * @param store none if there is one instance only
 * @param keptMs how long answers of an old edition may remain in the store, in milliseconds
 */
export function createEditions(store: SharedStore | undefined, keptMs: number): Editions {
  const listeners: (() => void)[] = [];
  let current = "";
  let told = "";

  function take(edition: string) {
    current = edition;
    for (const listener of listeners) listener();
  }

  async function agree() {
    const mine = current;
    if (told !== mine) {
      await store?.set(KEY, mine, keptMs);
      told = mine;
      return;
    }
    const found = await store?.get(KEY);
    if (current !== mine) return;
    // a store that has lost it is told again
    told = found ?? "";
    if (found !== undefined && found !== mine) take(found);
  }

  const ask = () => agree().catch(() => undefined);
  const asking = store && setInterval(ask, ASK_EVERY_MS).unref();

  return {
    get current() {
      return current;
    },
    async begin() {
      take(randomUUID());
      await agree();
    },
    follow: (listener) => void listeners.push(listener),
    close: () => clearInterval(asking),
  };
}
