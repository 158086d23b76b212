import { channel } from "node:diagnostics_channel";
import { z } from "zod";
import { readNumber, readTime, readWords } from "./readings.ts";

/**
 * How the upstream's values are read. Upstreams are messy in known ways: numbers come as numeric strings and
 * the reverse, flags as 0/1, empty values as null or not at all, lists inside an object.
 */

/** Published to with `{ issue: string }` whenever one bad item is dropped from a list. */
export const droppedItems = channel("chengying:contract:dropped-item");
/** Published to with `{ issue: string }` whenever fields that cannot be read are taken as missing. */
export const badFields = channel("chengying:contract:bad-field");
/** Published to with `{ form: UnusualForm }` whenever a whole answer needs more than reading its JSON. */
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

/** Text; a missing or null one is ''. */
export const text = wireText.transform(toText);

/** Text that must say something: an identifier. */
export const identifier = text.refine((value) => value !== "", "must not be empty");

/** An identifier that may be missing, which reads as ''. */
export const optionalId = wireText.transform(toText);

/** Text for people, as upstreams keep it: with entities, with HTML. What members write is `text`. */
export const plainText = wireText.transform((value) => readWords(toText(value)));

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

/** A number that has to be there. */
export const amount = wireNumber.transform(toNumber);

/** A number; a missing, null or empty one is 0. */
export const count = wireNumber
  .nullish()
  .transform((value, context) => toNumber(value || 0, context));

/** In seconds. What cannot be read opens no gate: the preview is the shortest that there is. */
export const previewLength = count.catch(1);

/** A flag: boolean, 0/1 or "0"/"1", also words such as "true", "N", "是"; a missing one is false. */
export const flag = z
  .union([
    z.boolean(),
    z.number(),
    z.string().regex(/^(|[01]|true|false|yes|no|[yn]|on|off|是|否)$/i),
  ])
  .nullish()
  .transform((value) => /^(1|true|yes|y|on|是)$/i.test(String(value)));

/** An address on the web or a path on the upstream; anything else reads as '' (no address). */
export const address = text.transform((value) =>
  /^(https?:\/\/|\/(?!\/))/i.test(value.trim()) ? value.trim().replaceAll("&amp;", "&") : "",
);

const clock = (seconds: number) => {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return `${hours > 0 ? `${hours}:` : ""}${two(minutes)}:${two(whole % 60)}`;
};

/** A running time as the viewer reads it: "23:18". Seconds become that form, other text stays as it is. */
export const duration = text.transform((value) =>
  /^\d+(\.\d+)?$/.test(value) ? clock(Number(value)) : value,
);

/** What each list holds: a schema cannot say it by itself, because it takes lists in several forms. */
const itemsOf = new WeakMap<z.ZodType, z.ZodType>();
export const itemOf = (schema: z.ZodType): z.ZodType | undefined => itemsOf.get(schema);

const isNumber = (name: string) => /^\s?\d+$/.test(name);

/** The items of a list as they were sent, in whichever form; undefined for what is no list. */
export const entries = (value: unknown): unknown[] | undefined => {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== "object") return undefined;
  const holder = value as { list?: unknown; records?: unknown; rows?: unknown };
  const inner = holder.list ?? holder.records ?? holder.rows;
  if (inner !== undefined && inner !== null) return entries(inner);
  // PHP writes an array with gaps as an object, and an empty object like an empty array
  const names = Object.keys(value);
  const numbered = Object.entries(value).filter(([name]) => isNumber(name));
  return names.length === 0 || numbered.length > 0 ? numbered.map(([, item]) => item) : undefined;
};

const without = (value: unknown, [name, ...rest]: readonly PropertyKey[]): unknown =>
  name === undefined
    ? undefined
    : {
        ...(value as object),
        [name]: without((value as Record<PropertyKey, unknown>)[name], rest),
      };

/** As `safeParse`; fields that cannot be read are taken as missing where that is enough. */
export function readTolerantly<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  const parsed = schema.safeParse(value);
  if (parsed.success || parsed.error.issues.some(({ path }) => path.length === 0)) return parsed;
  const again = schema.safeParse(
    parsed.error.issues.reduce((rest, { path }) => without(rest, path), value),
  );
  if (!again.success) return parsed;
  badFields.publish({ issue: z.prettifyError(parsed.error) });
  return again;
}

/**
 * A page of a list: the good items, and how many the upstream sent before bad ones were dropped, which is what
 * decides whether the page was the last.
 */
export function page<Item extends z.ZodType>(item: Item) {
  type Page = { items: z.output<Item>[]; sent: number };
  const schema = z
    .custom((value) => entries(value) !== undefined, { message: "not a list" })
    .optional()
    .transform((value): Page => {
      const sent = entries(value) ?? [];
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

/** A list that is not paged: the good items. */
export function list<Item extends z.ZodType>(item: Item) {
  return page(item).transform(({ items }) => items);
}

/** The empty body `{}`. */
export const nothing = z.object({});
/** For calls whose answer is only their code. */
export const ignored = z.unknown();
/** One file under the field name `file`. */
export const fileUpload = z.object({ file: z.instanceof(File) });
