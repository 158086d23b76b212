/**
 * The store may lose data, so nothing in it is the only copy. Keys, which may name an account, are stored as hashes.
 * Methods reject with `StoreUnavailableError` within about 100 ms if it does not answer; callers then use local data.
 */
export interface SharedStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string, ttlMs: number): Promise<void>;
  /** Sets the key only if it is unset (SET NX); true for the one caller that succeeded. */
  claim(key: string, text: string, ttlMs: number): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** As `Counters.add`: a counter is never negative, and resets `windowMs` after its first event. */
  add(key: string, events: number, windowMs: number): Promise<{ sum: number; resetMs: number }>;
  close(): void;
}

/** Always caught: visitors never see it. */
export class StoreUnavailableError extends Error {
  override name = "StoreAway";
}

export async function withLocalFallback<Value>(
  shared: () => Promise<Value>,
  local: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await shared();
  } catch (error) {
    if (error instanceof StoreUnavailableError) return local();
    throw error;
  }
}
