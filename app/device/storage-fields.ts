/** Parses stored JSON; malformed parts are dropped. Hand-written, as zod is too large for browsers. */
export interface StorageField<Value> {
  empty: Value;
  parse: (stored: unknown) => Value;
  /** Whether even an incognito tab stores this value; without it, none. */
  outlastsIncognito?(value: Value): boolean;
}

export const storedText = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

export const numberOf = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : 0);

export function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function listOf<Item>(
  max: number,
  read: (entry: unknown) => Item | undefined,
  identity: (item: Item) => string,
): StorageField<readonly Item[]> {
  return {
    empty: [],
    parse(stored) {
      const found = new Map<string, Item>();
      for (const entry of Array.isArray(stored) ? stored : []) {
        const item = read(entry);
        if (item !== undefined && !found.has(identity(item))) found.set(identity(item), item);
        if (found.size === max) break;
      }
      return [...found.values()];
    },
  };
}

export const strings = (max: number, length?: number) =>
  listOf(
    max,
    (entry) => storedText(entry).trim().slice(0, length) || undefined,
    (word) => word,
  );

export const sitePath = (value: unknown) =>
  /^\/(?!\/)/.test(storedText(value)) ? storedText(value) : "";

export const oneOf = <Word extends string>(first: Word, ...others: Word[]): StorageField<Word> => ({
  empty: first,
  parse: (stored) => others.find((word) => word === stored) ?? first,
});

export const anyBoolean: StorageField<boolean> = {
  empty: false,
  parse: (stored) => stored === true,
};

export const onByDefault: StorageField<boolean> = {
  empty: true,
  parse: (stored) => stored !== false,
};

export const optionalBoolean: StorageField<boolean | undefined> = {
  empty: undefined,
  parse: (stored) => (typeof stored === "boolean" ? stored : undefined),
};

export const anyString: StorageField<string> = { empty: "", parse: storedText };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const membersByDate = (
  max: number,
): StorageField<Readonly<Record<string, readonly string[]>>> => ({
  empty: {},
  parse: (stored) =>
    Object.fromEntries(
      Object.entries(fields(stored))
        .map(([date, members]) => [date, strings(20).parse(members)] as const)
        .filter(([date, members]) => DAY.test(date) && members.length > 0)
        .sort(([one], [other]) => other.localeCompare(one))
        .slice(0, max),
    ),
});
