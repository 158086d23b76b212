import type { StorageField } from "./storage-schema.ts";

export type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

type Values<Shapes> = {
  [Name in keyof Shapes]: Shapes[Name] extends StorageField<infer Value> ? Value : never;
};

/** Over a storage that may be absent, full, forbidden or corrupt: what cannot be stored lives until the page is left. */
export function createStore<Shapes extends Record<string, StorageField<unknown>>>(
  shapes: Shapes,
  storage: () => Storage | undefined,
) {
  type Name = keyof Shapes & string;
  type Value<Of extends Name> = Values<Shapes>[Of];
  /** The last value read, so that unchanged text gives the same object. */
  const readings = new Map<Name, { raw: string | null; value: unknown; unsaved: boolean }>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };

  function attempt<Result>(work: (available: Storage) => Result): Result | undefined {
    try {
      const available = storage();
      return available && work(available);
    } catch {
      return undefined;
    }
  }

  function read<Of extends Name>(name: Of): Value<Of> {
    const reading = readings.get(name);
    const raw = attempt((available) => available.getItem(name)) ?? null;
    if (reading && (reading.unsaved || reading.raw === raw)) return reading.value as Value<Of>;
    const value = shapes[name]?.parse(parsed(raw)) as Value<Of>;
    readings.set(name, { raw, value: raw === null ? shapes[name]?.empty : value, unsaved: false });
    return readings.get(name)?.value as Value<Of>;
  }

  return {
    read,
    update<Of extends Name>(name: Of, change: (now: Value<Of>) => Value<Of>) {
      const value = shapes[name]?.parse(change(read(name)));
      const raw = JSON.stringify(value);
      const saved = attempt((available) => {
        available.setItem(name, raw);
        return true;
      });
      readings.set(name, { raw, value, unsaved: saved !== true });
      notify();
    },
    remove(...names: Name[]) {
      for (const name of names.length > 0 ? names : Object.keys(shapes)) {
        readings.delete(name);
        attempt((available) => available.removeItem(name));
      }
      notify();
    },
    size(...names: Name[]): number {
      const bytes = (text: string) => new TextEncoder().encode(text).length;
      return names
        .map((name) => {
          const raw = attempt((available) => available.getItem(name));
          return typeof raw === "string" ? bytes(name) + bytes(raw) : 0;
        })
        .reduce((sum, size) => sum + size, 0);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** After changes by another tab, or the back/forward cache. */
    refresh() {
      for (const [name, { unsaved }] of readings) if (!unsaved) readings.delete(name);
      notify();
    },
  };
}

function parsed(raw: string | null): unknown {
  try {
    return JSON.parse(raw ?? "null");
  } catch {
    return undefined;
  }
}
