import { channel } from "node:diagnostics_channel";
import { z } from "zod";
import { readNumber, readPlainText, readTime } from "./readings.ts";

/** Upstreams send numbers as strings and vice versa, flags as 0/1, null for '', lists in objects. */

/** `{ issue: string }` for each invalid item dropped from a list. */
export const droppedItems = channel("chengying:contract:dropped-item");
/** `{ issue: string }` for invalid fields treated as missing. */
export const badFields = channel("chengying:contract:bad-field");
/** `{ form: UnusualForm }` for each oddity in the form of an answer that could be read. */
export const unusualForms = channel("chengying:contract:unusual-form");
export type UnusualForm =
  | "packed"
  | "mark"
  | "around"
  | "control"
  | "integers"
  | "base64"
  | "padding"
  | "empty";

const wireText = z.union([z.string(), z.number(), z.boolean()]).nullish();
const toText = (value: z.output<typeof wireText>) =>
  typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);

export const text = wireText.transform(toText);

export const identifier = text.refine((value) => value !== "", "must not be empty");

export const optionalId = wireText.transform(toText);

/** May contain HTML and entities. Members' own text is `text`. */
export const plainText = wireText.transform((value) => readPlainText(toText(value)));

/** A time in Asia/Shanghai, 'YYYY-MM-DD HH:mm:ss' or 'YYYY-MM-DD'; '' for none. */
export const moment = z
  .union([z.string(), z.number(), z.array(z.number()), z.object({ date: z.string() }).loose()])
  .nullish()
  .transform(readTime);

const wireNumber = z.union([z.number(), z.string()]);

function toNumber(value: string | number, context: z.RefinementCtx): number {
  const number = typeof value === "number" ? value : readNumber(value.trim());
  if (number !== undefined) return number;
  context.addIssue({ code: "custom", message: `not a number: ${value}` });
  return z.NEVER;
}

export const amount = wireNumber.transform(toNumber);

/** A number; 0 if missing, null or empty. */
export const count = wireNumber
  .nullish()
  .transform((value, context) => toNumber(value || 0, context));

/** In seconds. An invalid value becomes the shortest preview, so that it does not disable the gate. */
export const previewLength = count.catch(1);

/** A flag: boolean, 0/1, "0"/"1" or words such as "true", "N", "是"; false if missing. */
export const flag = z
  .union([
    z.boolean(),
    z.number(),
    z.string().regex(/^(|[01]|true|false|yes|no|[yn]|on|off|是|否)$/i),
  ])
  .nullish()
  .transform((value) => /^(1|true|yes|y|on|是)$/i.test(String(value)));

/** An http(s) address or a path on the upstream; '' for anything else. */
export const address = text.transform((value) =>
  /^(https?:\/\/|\/(?!\/))/i.test(value.trim()) ? value.trim().replaceAll("&amp;", "&") : "",
);

/** `23:18` or `1:02:03`. */
export const clock = (seconds: number) => {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return `${hours > 0 ? `${hours}:` : ""}${two(minutes)}:${two(whole % 60)}`;
};

/** A video's length for display: "23:18". Seconds are formatted; other text is unchanged. */
export const duration = text.transform((value) =>
  /^\d+(\.\d+)?$/.test(value) ? clock(Number(value)) : value,
);

/** The items' schema of each list schema, which hides it because it accepts several forms. */
const itemsOf = new WeakMap<z.ZodType, z.ZodType>();
export const itemOf = (schema: z.ZodType): z.ZodType | undefined => itemsOf.get(schema);

const isNumber = (name: string) => /^\s?\d+$/.test(name);

/** A list's items, in any accepted form; undefined if `value` is not a list. */
export const readItems = (value: unknown): unknown[] | undefined => {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== "object") return undefined;
  const holder = value as { list?: unknown; records?: unknown; rows?: unknown };
  const inner = holder.list ?? holder.records ?? holder.rows;
  if (inner !== undefined && inner !== null) return readItems(inner);
  // PHP serialises an array with gaps as an object, and an empty object as an empty array
  const names = Object.keys(value);
  const numbered = Object.entries(value).filter(([name]) => isNumber(name));
  return names.length === 0 || numbered.length > 0 ? numbered.map(([, item]) => item) : undefined;
};

const omitField = (value: unknown, [name, ...rest]: readonly PropertyKey[]): unknown =>
  name === undefined
    ? undefined
    : {
        ...(value as object),
        [name]: omitField((value as Record<PropertyKey, unknown>)[name], rest),
      };

/** Treats invalid fields as missing if the value fits the schema without them. */
export function readTolerantly<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  const parsed = schema.safeParse(value);
  if (parsed.success || parsed.error.issues.some(({ path }) => path.length === 0)) return parsed;
  const again = schema.safeParse(
    parsed.error.issues.reduce((rest, { path }) => omitField(rest, path), value),
  );
  if (!again.success) return parsed;
  badFields.publish({ issue: z.prettifyError(parsed.error) });
  return again;
}

/** The valid items, and the number sent, by which the last page is recognised. */
export function page<Item extends z.ZodType>(item: Item) {
  type Page = { items: z.output<Item>[]; sent: number };
  const schema = z
    .custom((value) => readItems(value) !== undefined, { message: "not a list" })
    .optional()
    .transform((value): Page => {
      const sent = readItems(value) ?? [];
      const items = sent.flatMap((entry) => {
        const parsed = readTolerantly(item, entry);
        if (parsed.success) return [parsed.data];
        droppedItems.publish({ issue: z.prettifyError(parsed.error) });
        return [];
      });
      return { items, sent: sent.length };
    });
  itemsOf.set(schema, item);
  return schema;
}

export function list<Item extends z.ZodType>(item: Item) {
  return page(item).transform(({ items }) => items);
}

/** Fields by our names. */
export type Fields = Record<string, readonly [theirs: string, schema: z.ZodType]>;
export type Theirs<F extends Fields> = { [Ours in keyof F as F[Ours][0]]: F[Ours][1] };
type Ours<F extends Fields> = { [Name in keyof F]: z.output<F[Name][1]> };

/** An object whose fields get our names. `unused` are sent, too, but not read. */
export function renamed<
  const F extends Fields,
  Unused extends z.ZodRawShape = Record<never, never>,
>(fields: F, unused?: Unused) {
  const shape = { ...Object.fromEntries(Object.values(fields)), ...unused };
  const names = Object.entries(fields).map(([ours, [theirs]]) => [ours, theirs] as const);
  return z.object(shape as Theirs<F> & Unused).transform((sent) => {
    const values: Record<string, unknown> = sent;
    const found: Record<string, unknown> = {};
    for (const [ours, theirs] of names) found[ours] = values[theirs];
    return found as Ours<F>;
  });
}

export const nothing = z.object({});
/** For calls whose only result is the code. */
export const ignored = z.unknown();
export const fileUpload = z.object({ file: z.instanceof(File) });
