import {
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { instant, members } from "./schema.ts";

/** What members kept of videos: one row for each member, type and video. */
export const libraryRecords = pgTable(
  "records",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** 1 favourite, 2 like, 3 playback position, 4 browse history. */
    type: smallint("type").notNull(),
    /** The video's code, as the member sent it. */
    code: text("code").notNull(),
    name: text("name").notNull(),
    author: text("author").notNull(),
    image: text("image").notNull(),
    /** The running time; of a playback position, the second reached. */
    duration: text("duration").notNull(),
    hot: doublePrecision("hot").notNull(),
    sort: doublePrecision("sort").notNull(),
    /** When it was last sent. */
    savedAt: instant("kept_at").notNull().defaultNow(),
  },
  (table) => [
    unique("records_once").on(table.memberId, table.type, table.code),
    index("records_by_time").on(table.memberId, table.type, table.savedAt, table.id),
  ],
);
