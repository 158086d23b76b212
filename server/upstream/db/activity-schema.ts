import { sql } from "drizzle-orm";
import {
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, members } from "./schema.ts";

/** Favourites, likes, positions and history: one row for each member, type and video. */
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

/** Each member's conversation with the operator. */
export const chatMessages = pgTable(
  "chat_messages",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    from: text("from", { enum: ["member", "operator", "machine"] }).notNull(),
    kind: text("kind", { enum: ["text", "img"] }).notNull(),
    /** The text, or the picture's path. */
    content: text("content").notNull(),
    sentAt: instant("sent_at").notNull().defaultNow(),
  },
  (table) => [
    index("chat_of_member").on(table.memberId, table.id),
    // the machine answers once, also when two first messages come at the same time
    uniqueIndex("chat_answered_once").on(table.memberId).where(sql`"from" = 'machine'`),
  ],
);

/** What members wrote in the feedback form. */
export const feedbackEntries = pgTable("feedback", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  memberId: integer("member_id")
    .notNull()
    .references(() => members.id, { onDelete: "cascade" }),
  content: text("content").notNull(),
  sentAt: instant("sent_at").notNull().defaultNow(),
});
