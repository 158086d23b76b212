import { index, integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";

/** Advertisements and banners. `group` is the name under which the `guanggao` call lists them. */
export const ads = pgTable(
  "ads",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity({ startWith: 2001 }),
    group: text("group").notNull(),
    title: text("title").notNull().default(""),
    image: text("image").notNull(),
    url: text("url").notNull().default(""),
    /** 1 is shown, 0 is not. */
    status: smallint("status").notNull().default(1),
    sort: integer("sort").notNull().default(0),
    clicks: integer("clicks").notNull().default(0),
  },
  (table) => [index("ads_of_group").on(table.group, table.sort)],
);

/** The operator's switches, by the names that `getConfig` uses. */
export const siteSettings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").$type<string | number | boolean>().notNull(),
});
