import { isIncognito } from "./incognito.ts";
import type { StorageField } from "./storage-fields.ts";

export type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

type Values<Shapes> = {
  [Name in keyof Shapes]: Shapes[Name] extends StorageField<infer Value> ? Value : never;
};

export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A value in memory: lost when the document unloads, undefined on the server. */
export function createValue<Value>() {
  let current: Value | undefined;
  const { notify, subscribe } = createListeners();
  return {
    read: () => current,
    readOnServer: () => undefined,
    subscribe,
    change(next: Value | undefined) {
      current = next;
      notify();
    },
  };
}

/** The storage may be absent, full, forbidden or corrupt: values are then kept in memory until the document unloads. */
export function createStore<Shapes extends Record<string, StorageField<unknown>>>(
  shapes: Shapes,
  storage: () => Storage,
) {
  type Name = keyof Shapes & string;
  type Value<Of extends Name> = Values<Shapes>[Of];
  const readings = new Map<Name, { raw: string; value: unknown; unsaved: boolean }>();
  const { notify, subscribe } = createListeners();

  function attempt<Result>(work: (available: Storage) => Result): Result | undefined {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  }

  const raw = (name: Name) => attempt((available) => available.getItem(name)) ?? "";

  function read<Of extends Name>(name: Of): Value<Of> {
    const reading = readings.get(name);
    const text = raw(name);
    if (reading && (reading.unsaved || reading.raw === text)) return reading.value as Value<Of>;
    const field = shapes[name];
    const value = (text ? field?.parse(parsed(text)) : field?.empty) as Value<Of>;
    readings.set(name, { raw: text, value, unsaved: false });
    return value;
  }

  return {
    read,
    update<Of extends Name>(name: Of, change: (now: Value<Of>) => Value<Of>) {
      const field = shapes[name];
      const value = field?.parse(change(read(name)));
      const text = JSON.stringify(value);
      const stores = isIncognito() ? field?.outlastsIncognito?.(value) : true;
      if (stores) attempt((available) => available.setItem(name, text));
      else if (stores === false) attempt((available) => available.removeItem(name));
      readings.set(name, { raw: text, value, unsaved: raw(name) !== text });
      notify();
    },
    remove(...names: Name[]) {
      for (const name of names.length > 0 ? names : Object.keys(shapes)) {
        readings.delete(name);
        attempt((available) => available.removeItem(name));
      }
      notify();
    },
    raw, // the stored text; '' if there is none
    subscribe,
    refresh() {
      for (const [name, { unsaved }] of readings) if (!unsaved) readings.delete(name);
      notify();
    },
  };
}

export function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
