/**
 * It may lose data: nothing in it is the only copy. Keys, which may name an account, are hashed.
 * Methods reject with `StoreUnavailableError` within about 100 ms; instances then use their own
 * data.
 */
export interface SharedStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string, ttlMs: number): Promise<void>;
  /** Only if the key is unset (SET NX); true for the one caller that succeeded. */
  claim(key: string, text: string, ttlMs: number): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** A counter is at least 0 and resets `windowMs` after its first event, as `Counters.add`. */
  add(key: string, events: number, windowMs: number): Promise<{ sum: number; resetMs: number }>;
  close(): void;
}

/** Always caught: visitors never see it. */
export class StoreUnavailableError extends Error {
  override name = "StoreAway";
}

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
