import { channel } from "node:diagnostics_channel";
import { z } from "zod";

/**
 * How the upstream's values are read. Upstreams are messy in known ways: numbers come as numeric strings and
 * the reverse, flags as 0/1, empty values as null or not at all, lists inside an object.
 */

/** Published to with `{ issue: string }` whenever one bad item is dropped from a list. */
export const droppedItems = channel("chengying:contract:dropped-item");

/** Text; a missing or null one is ''. */
export const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? "" : String(value)));

/** Text that must say something: an identifier. */
export const identifier = text.refine((value) => value !== "", "must not be empty");

/** A number; a missing, null or empty one is 0. */
export const count = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value, context) => {
    const number = Number(value ?? 0);
    if (Number.isFinite(number)) return number;
    context.addIssue({ code: "custom", message: `not a number: ${value}` });
    return z.NEVER;
  });

/** A flag: boolean, 0/1 or "0"/"1" (also "true"/"false"); a missing one is false. */
export const flag = z
  .union([z.boolean(), z.number(), z.enum(["0", "1", "true", "false", ""])])
  .nullish()
  .transform((value) => value === true || value === 1 || value === "1" || value === "true");

/** An address on the web or a path on the upstream; anything else reads as '' (no address). */
export const address = text.transform((value) =>
  /^(https?:\/\/|\/(?!\/))/i.test(value.trim()) ? value.trim() : "",
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

type ListInput<Item> = Item[] | { list: Item[] } | { records: Item[] } | { rows: Item[] };

/** What each list holds: a schema cannot say it by itself, because it takes lists in several forms. */
const itemsOf = new WeakMap<z.ZodType, z.ZodType>();
export const itemOf = (schema: z.ZodType): z.ZodType | undefined => itemsOf.get(schema);

/** The items of a list as they were sent, in whichever form; undefined for what is no list. */
export const entries = (value: unknown): unknown[] | undefined => {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== "object") return undefined;
  const holder = value as { list?: unknown; records?: unknown; rows?: unknown };
  const inner = holder.list ?? holder.records ?? holder.rows;
  return Array.isArray(inner) ? inner : undefined;
};

/**
 * A page of a list: the good items, and how many the upstream sent before bad ones were dropped, which is what
 * decides whether the page was the last.
 */
export function page<Item extends z.ZodType>(item: Item) {
  type Page = { items: z.output<Item>[]; sent: number };
  const schema = z
    .custom<ListInput<z.input<Item>> | null>((value) => entries(value) !== undefined, {
      message: "not a list",
    })
    .optional()
    .transform((value): Page => {
      const sent = entries(value) ?? [];
      const items = sent.flatMap((entry) => {
        const parsed = item.safeParse(entry);
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
