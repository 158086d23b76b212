import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, members } from "./schema.ts";

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
