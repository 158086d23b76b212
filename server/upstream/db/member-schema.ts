import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { instant, key, ofMember, ofVideo } from "./schema.ts";

/** Coins, VIP days and balance change only with a row in `ledger`. Dates are in Asia/Shanghai. */

export const ledger = pg.pgTable(
  "ledger",
  {
    id: key(),
    memberId: ofMember(),
    unit: pg.text("unit", { enum: ["coins", "vipDays", "balance"] }).notNull(),
    /** Signed; in fen for the balance. */
    amount: pg.integer("amount").notNull(),
    reason: pg
      .text("reason", {
        enum: ["order", "purchase", "invite", "checkIn", "task", "withdrawal", "operator"],
      })
      .notNull(),
    /** The order's number or the transaction's own, which is shown to the member. */
    number: pg.text("number").notNull(),
    note: pg.text("note").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [pg.index("ledger_of_member").on(table.memberId, table.unit, table.id)],
);

export const orders = pg.pgTable(
  "orders",
  {
    /** Unguessable: it authorises paying and cancelling. */
    id: pg.text("id").primaryKey(),
    number: pg.text("number").notNull().unique(),
    memberId: ofMember(),
    unit: pg.text("unit", { enum: ["coins", "vipDays"] }).notNull(),
    quantity: pg.integer("quantity").notNull(),
    /** In yuan. */
    price: pg.integer("price").notNull(),
    channel: pg.text("channel").notNull(),
    status: pg
      .text("status", { enum: ["open", "paid", "abandoned"] })
      .notNull()
      .default("open"),
    returnTo: pg.text("return_to"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    settledAt: instant("settled_at"),
  },
  (table) => [
    pg.index("orders_of_member").on(table.memberId, table.createdAt),
    pg.check("orders_positive", sql`${table.quantity} > 0 and ${table.price} > 0`),
  ],
);

export const purchases = pg.pgTable(
  "purchases",
  {
    memberId: ofMember(),
    videoCode: ofVideo(),
    /** The episode's `sort`. */
    episode: pg.smallint("episode").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [pg.primaryKey({ columns: [table.memberId, table.videoCode, table.episode] })],
);

export const invites = pg.pgTable(
  "invites",
  {
    id: key(),
    inviterId: ofMember("inviter_id"),
    invitedId: ofMember("invited_id").unique(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    pg.index("invites_of_inviter").on(table.inviterId, table.id),
    pg.check("invites_not_oneself", sql`${table.inviterId} <> ${table.invitedId}`),
  ],
);

export const checkIns = pg.pgTable(
  "check_ins",
  {
    memberId: ofMember(),
    date: pg.text("date").notNull(),
    streak: pg.integer("streak").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [pg.primaryKey({ columns: [table.memberId, table.date] })],
);

export const taskClaims = pg.pgTable(
  "task_claims",
  {
    memberId: ofMember(),
    task: pg.text("task", { enum: ["dailyLogin", "watching", "firstRecharge"] }).notNull(),
    /** The date of the claim, or `once`. */
    date: pg.text("date").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [pg.primaryKey({ columns: [table.memberId, table.task, table.date] })],
);

export const watchDays = pg.pgTable(
  "watch_days",
  {
    memberId: ofMember(),
    date: pg.text("date").notNull(),
    seconds: pg.doublePrecision("seconds").notNull(),
    countedAt: instant("counted_at").notNull(),
  },
  (table) => [pg.primaryKey({ columns: [table.memberId, table.date] })],
);

export const withdrawals = pg.pgTable(
  "withdrawals",
  {
    number: pg.text("number").primaryKey(),
    memberId: ofMember(),
    /** In yuan. */
    amount: pg.integer("amount").notNull(),
    method: pg.text("method", { enum: ["wx", "zfb"] }).notNull(),
    codeImage: pg.text("code_image").notNull(),
    done: pg.boolean("done").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    pg.index("withdrawals_of_member").on(table.memberId, table.createdAt),
    pg.check("withdrawals_positive", sql`${table.amount} > 0`),
  ],
);

export const libraryRecords = pg.pgTable(
  "records",
  {
    id: key(),
    memberId: ofMember(),
    /** 1 favourite, 2 like, 3 playback position, 4 browse history. */
    type: pg.smallint("type").notNull(),
    code: pg.text("code").notNull(),
    name: pg.text("name").notNull(),
    author: pg.text("author").notNull(),
    image: pg.text("image").notNull(),
    /** For a playback position, the second reached. */
    duration: pg.text("duration").notNull(),
    hot: pg.doublePrecision("hot").notNull(),
    sort: pg.doublePrecision("sort").notNull(),
    savedAt: instant("kept_at").notNull().defaultNow(),
  },
  (table) => [
    pg.unique("records_once").on(table.memberId, table.type, table.code),
    pg.index("records_by_time").on(table.memberId, table.type, table.savedAt, table.id),
  ],
);

export const chatMessages = pg.pgTable(
  "chat_messages",
  {
    id: key(),
    memberId: ofMember(),
    from: pg.text("from", { enum: ["member", "operator", "machine"] }).notNull(),
    kind: pg.text("kind", { enum: ["text", "img"] }).notNull(),
    content: pg.text("content").notNull(),
    sentAt: instant("sent_at").notNull().defaultNow(),
  },
  (table) => [
    pg.index("chat_of_member").on(table.memberId, table.id),
    // one automatic reply, even if two first messages arrive at the same time
    pg.uniqueIndex("chat_answered_once").on(table.memberId).where(sql`"from" = 'machine'`),
  ],
);

export const feedbackEntries = pg.pgTable("feedback", {
  id: key(),
  memberId: ofMember(),
  content: pg.text("content").notNull(),
  sentAt: instant("sent_at").notNull().defaultNow(),
});
