import { z } from "zod";
import * as scalars from "../contract/scalars.ts";

export interface Repair {
  /** Such as `rankList[].cartoonHot`. */
  field: string;
  /** What the upstream sent; only the type if that is private. */
  came: string;
  taken: string;
  times: number;
}

const usual = new Map<z.ZodType, (value: unknown) => boolean>([
  [scalars.text, (value) => typeof value === "string"],
  [scalars.optionalId, (value) => typeof value === "string" || typeof value === "number"],
  [scalars.identifier, (value) => typeof value === "string" || typeof value === "number"],
  [
    scalars.plainText,
    (value) => typeof value === "string" && scalars.plainText.parse(value) === value,
  ],
  [scalars.moment, (value) => typeof value === "string" && scalars.moment.parse(value) === value],
  [scalars.count, (value) => typeof value === "number"],
  [scalars.amount, (value) => typeof value === "number"],
  [scalars.previewLength, (value) => typeof value === "number"],
  [scalars.flag, (value) => typeof value === "boolean" || value === 0 || value === 1],
  [scalars.address, (value) => typeof value === "string" && scalars.address.parse(value) === value],
  [scalars.duration, (value) => typeof value === "string" || typeof value === "number"],
]);

type Value = { field: string; came: unknown; taken: unknown; unreadable?: boolean };

function* repaired(schema: z.core.$ZodType, value: unknown, field: string): Generator<Value> {
  const isUsual = usual.get(schema as z.ZodType);
  if (isUsual) {
    if (isUsual(value)) return;
    const scalar = schema as z.ZodType;
    const parsed = scalar.safeParse(value);
    const taken = parsed.success ? parsed : scalar.safeParse(undefined);
    if (taken.success) yield { field, came: value, taken: taken.data, unreadable: !parsed.success };
    return;
  }
  const item = scalars.itemOf(schema as z.ZodType);
  if (item) {
    const sent = scalars.readItems(value) ?? [];
    if (isOddList(value)) yield { field, came: value, taken: sent };
    const good = sent.filter((entry) => scalars.readTolerantly(item, entry).success);
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

function isOddList(value: unknown): boolean {
  const { list, records, rows } = (value ?? {}) as Record<string, unknown>;
  return !Array.isArray(list ?? records ?? rows ?? value);
}

const forms: Record<scalars.UnusualForm, [came: string, taken: string]> = {
  packed: ["压缩", "解压"],
  mark: ["字节顺序标记（BOM）", "去掉"],
  around: ["JSON 前后有别的内容", "只取 JSON"],
  control: ["文本里有未转义的控制字符", "空格"],
  integers: ["超过 53 位的整数", "文本，一位不差"],
  base64: ["密文带换行、无补位或是 base64url", "密文"],
  padding: ["密文不是按 PKCS7 补位", "去掉"],
  empty: ["空值或 []", "{}"],
};

export const formRepairs = (seen: ReadonlySet<scalars.UnusualForm>): Repair[] =>
  [...seen].map((form) => {
    const [came, taken] = forms[form];
    return { field: "（整个应答）", came, taken, times: 1 };
  });

/** @param hidden shows types instead of examples */
export function repairsOf(schema: z.ZodType, value: unknown, hidden: boolean): Repair[] {
  const repairs = new Map<string, Repair>();
  for (const { field, came, taken, unreadable } of repaired(schema, value, "")) {
    const shown = describe(came, hidden);
    const key = `${field} ${typeof came} ${unreadable}`;
    const known = repairs.get(key);
    const said = unreadable
      ? `${describe(taken, hidden)}（读不出，当作没有）`
      : describe(taken, hidden);
    if (known) known.times += 1;
    else repairs.set(key, { field, came: shown, taken: said, times: 1 });
  }
  return [...repairs.values()];
}

const LONGEST_EXAMPLE = 24;

/** Shortens a text to one line without control characters. */
export const cut = (words: string, longest: number) => {
  const line = words.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ");
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

function describe(value: unknown, hidden: boolean): string {
  if (value === undefined) return "缺失";
  if (value === null || value === "" || value === 0 || value === false || Array.isArray(value)) {
    return cut(JSON.stringify(value), LONGEST_EXAMPLE);
  }
  if (hidden) return typeof value;
  // `parseJson` adds a space to numeric keys
  return cut(JSON.stringify(value).replaceAll(/" (?=\d+":)/g, '"'), LONGEST_EXAMPLE);
}
