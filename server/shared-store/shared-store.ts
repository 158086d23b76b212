/**
 * What several instances of this site share, in a store that is fast and may forget: nothing in it is the only copy
 * of anything. Keys are any text; the store keeps hashes of them, because they may name an account or an address.
 *
 * Every method rejects with `StoreUnavailableError` within about 100 ms where the store does not answer. Callers then go
 * on with what this instance knows by itself.
 */
export interface SharedStore {
  /** The text under `key`, or undefined. */
  get(key: string): Promise<string | undefined>;
  /** Stores `text` for `ttlMs` milliseconds, in the place of whatever was there. */
  set(key: string, text: string, ttlMs: number): Promise<void>;
  /** Stores `text` as `set` does, but only where there is nothing. True for the one caller who did. */
  claim(key: string, text: string, ttlMs: number): Promise<boolean>;
  remove(key: string): Promise<void>;
  /**
   * Adds `events`, which may be negative, to the counter of `key`; it never falls below 0 and begins anew `windowMs`
   * milliseconds after it began. Answers the sum and in how many milliseconds it begins anew.
   */
  add(key: string, events: number, windowMs: number): Promise<{ sum: number; resetMs: number }>;
  close(): void;
}

/** The store cannot be reached now. It never reaches a visitor. */
export class StoreUnavailableError extends Error {
  override name = "StoreAway";
}

/** What `shared` comes to, or where the store is away, what `alone` does. */
export async function withLocalFallback<Value>(
  shared: () => Promise<Value>,
  alone: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await shared();
  } catch (error) {
    if (error instanceof StoreUnavailableError) return alone();
    throw error;
  }
}
