/**
 * A fast store shared by all instances. It may lose data, so nothing in it is the only copy. Keys are any text, stored
 * as hashes, because they may name an account or an IP address.
 *
 * Every method rejects with `StoreUnavailableError` within about 100 ms if the store does not answer. Callers then fall
 * back to this instance's own data.
 */
export interface SharedStore {
  /** The text under `key`, or undefined. */
  get(key: string): Promise<string | undefined>;
  /** Stores `text` for `ttlMs` milliseconds, replacing the previous value. */
  set(key: string, text: string, ttlMs: number): Promise<void>;
  /** As `set`, but only if the key is unset (SET NX); true for the one caller that succeeded. */
  claim(key: string, text: string, ttlMs: number): Promise<boolean>;
  remove(key: string): Promise<void>;
  /**
   * Adds `events`, which may be negative, to the counter of `key`, with 0 as the minimum. The counter resets `windowMs`
   * milliseconds after its first event. Returns the sum and the milliseconds until the reset.
   */
  add(key: string, events: number, windowMs: number): Promise<{ sum: number; resetMs: number }>;
  close(): void;
}

/** The store is unavailable. Always caught: visitors never see it. */
export class StoreUnavailableError extends Error {
  override name = "StoreAway";
}

/** The result of `shared`, or of `alone` if the store is unavailable. */
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
