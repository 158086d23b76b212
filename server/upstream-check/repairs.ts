import { z } from "zod";
import {
  address,
  count,
  duration,
  entries,
  flag,
  identifier,
  itemOf,
  text,
} from "../contract/scalars.ts";

/** Values that a schema took another one for. */
export interface Repair {
  /** Such as `rankList[].cartoonHot`. */
  field: string;
  /** One example; of what is private only its type. */
  came: string;
  taken: string;
  times: number;
}

/** What each scalar takes as it is. */
const usual = new Map<z.ZodType, (value: unknown) => boolean>([
  [text, (value) => typeof value === "string"],
  [identifier, (value) => typeof value === "string" || typeof value === "number"],
  [count, (value) => typeof value === "number"],
  [flag, (value) => typeof value === "boolean" || value === 0 || value === 1],
  [address, (value) => typeof value === "string" && address.parse(value) === value],
  [duration, (value) => typeof value === "string" || typeof value === "number"],
]);

type Value = { field: string; came: unknown; taken: unknown };

/** Follows a schema through what was sent, down to the scalars that took something else than they usually do. */
function* repaired(schema: z.core.$ZodType, value: unknown, field: string): Generator<Value> {
  const isUsual = usual.get(schema as z.ZodType);
  if (isUsual) {
    const parsed = isUsual(value) ? undefined : (schema as z.ZodType).safeParse(value);
    if (parsed?.success) yield { field, came: value, taken: parsed.data };
    return;
  }
  const item = itemOf(schema as z.ZodType);
  if (item) {
    const sent = entries(value) ?? [];
    if (value === null || value === undefined) yield { field, came: value, taken: [] };
    // what was dropped is told elsewhere
    const good = sent.filter((entry) => item.safeParse(entry).success);
    for (const entry of good) yield* repaired(item, entry, `${field}[]`);
    return;
  }
  if (schema instanceof z.ZodPipe) yield* repaired(schema.in, value, field);
  else if (schema instanceof z.ZodLazy) yield* repaired(schema.unwrap(), value, field);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    if (value !== undefined && value !== null) yield* repaired(schema.unwrap(), value, field);
  } else if (schema instanceof z.ZodObject && typeof value === "object" && value !== null) {
    const sent = value as Record<string, unknown>;
    for (const [name, inner] of Object.entries(schema.shape)) {
      yield* repaired(inner, sent[name], field ? `${field}.${name}` : name);
    }
  }
}

/** @param hidden whether examples are replaced by their types */
export function repairsOf(schema: z.ZodType, value: unknown, hidden: boolean): Repair[] {
  const repairs = new Map<string, Repair>();
  for (const { field, came, taken } of repaired(schema, value, "")) {
    const shown = describe(came, hidden);
    const key = `${field} ${typeof came}`;
    const known = repairs.get(key);
    if (known) known.times += 1;
    else repairs.set(key, { field, came: shown, taken: describe(taken, hidden), times: 1 });
  }
  return [...repairs.values()];
}

const LONGEST_EXAMPLE = 24;

/** In one line, without what would move a terminal's cursor. */
export const cut = (words: string, longest: number) => {
  const line = words.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ");
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

function describe(value: unknown, hidden: boolean): string {
  if (value === undefined) return "缺失";
  if (value === null || value === "" || value === 0 || value === false || Array.isArray(value)) {
    return cut(JSON.stringify(value), LONGEST_EXAMPLE);
  }
  return hidden ? typeof value : cut(JSON.stringify(value), LONGEST_EXAMPLE);
}
