import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, key, ofMember, ofVideo } from "./schema.ts";

/** Coins, VIP days and balance change only with a row in `ledger`. Dates are in Asia/Shanghai. */

export const ledger = pgTable(
  "ledger",
  {
    id: key(),
    memberId: ofMember(),
    unit: text("unit", { enum: ["coins", "vipDays", "balance"] }).notNull(),
    /** Signed; in fen for the balance. */
    amount: integer("amount").notNull(),
    reason: text("reason", {
      enum: ["order", "purchase", "invite", "checkIn", "task", "withdrawal", "operator"],
    }).notNull(),
    /** The order's number or the transaction's own, which is shown to the member. */
    number: text("number").notNull(),
    note: text("note").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("ledger_of_member").on(table.memberId, table.unit, table.id)],
);

export const orders = pgTable(
  "orders",
  {
    /** Unguessable: it authorises paying and cancelling. */
    id: text("id").primaryKey(),
    number: text("number").notNull().unique(),
    memberId: ofMember(),
    unit: text("unit", { enum: ["coins", "vipDays"] }).notNull(),
    quantity: integer("quantity").notNull(),
    /** In yuan. */
    price: integer("price").notNull(),
    channel: text("channel").notNull(),
    status: text("status", { enum: ["open", "paid", "abandoned"] })
      .notNull()
      .default("open"),
    returnTo: text("return_to"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    settledAt: instant("settled_at"),
  },
  (table) => [
    index("orders_of_member").on(table.memberId, table.createdAt),
    check("orders_positive", sql`${table.quantity} > 0 and ${table.price} > 0`),
  ],
);

export const purchases = pgTable(
  "purchases",
  {
    memberId: ofMember(),
    videoCode: ofVideo(),
    /** The episode's `sort`. */
    episode: smallint("episode").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.videoCode, table.episode] })],
);

export const invites = pgTable(
  "invites",
  {
    id: key(),
    inviterId: ofMember("inviter_id"),
    invitedId: ofMember("invited_id").unique(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("invites_of_inviter").on(table.inviterId, table.id),
    check("invites_not_oneself", sql`${table.inviterId} <> ${table.invitedId}`),
  ],
);

export const checkIns = pgTable(
  "check_ins",
  {
    memberId: ofMember(),
    date: text("date").notNull(),
    streak: integer("streak").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.date] })],
);

export const taskClaims = pgTable(
  "task_claims",
  {
    memberId: ofMember(),
    task: text("task", { enum: ["dailyLogin", "watching", "firstRecharge"] }).notNull(),
    /** The date of the claim, or `once`. */
    date: text("date").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.task, table.date] })],
);

export const watchDays = pgTable(
  "watch_days",
  {
    memberId: ofMember(),
    date: text("date").notNull(),
    seconds: doublePrecision("seconds").notNull(),
    countedAt: instant("counted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.date] })],
);

export const withdrawals = pgTable(
  "withdrawals",
  {
    number: text("number").primaryKey(),
    memberId: ofMember(),
    /** In yuan. */
    amount: integer("amount").notNull(),
    method: text("method", { enum: ["wx", "zfb"] }).notNull(),
    codeImage: text("code_image").notNull(),
    done: boolean("done").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("withdrawals_of_member").on(table.memberId, table.createdAt),
    check("withdrawals_positive", sql`${table.amount} > 0`),
  ],
);

export const libraryRecords = pgTable(
  "records",
  {
    id: key(),
    memberId: ofMember(),
    /** 1 favourite, 2 like, 3 playback position, 4 browse history. */
    type: smallint("type").notNull(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    author: text("author").notNull(),
    image: text("image").notNull(),
    /** For a playback position, the second reached. */
    duration: text("duration").notNull(),
    hot: doublePrecision("hot").notNull(),
    sort: doublePrecision("sort").notNull(),
    savedAt: instant("kept_at").notNull().defaultNow(),
  },
  (table) => [
    unique("records_once").on(table.memberId, table.type, table.code),
    index("records_by_time").on(table.memberId, table.type, table.savedAt, table.id),
  ],
);

export const chatMessages = pgTable(
  "chat_messages",
  {
    id: key(),
    memberId: ofMember(),
    from: text("from", { enum: ["member", "operator", "machine"] }).notNull(),
    kind: text("kind", { enum: ["text", "img"] }).notNull(),
    content: text("content").notNull(),
    sentAt: instant("sent_at").notNull().defaultNow(),
  },
  (table) => [
    index("chat_of_member").on(table.memberId, table.id),
    // one automatic reply, even if two first messages arrive at the same time
    uniqueIndex("chat_answered_once").on(table.memberId).where(sql`"from" = 'machine'`),
  ],
);

export const feedbackEntries = pgTable("feedback", {
  id: key(),
  memberId: ofMember(),
  content: text("content").notNull(),
  sentAt: instant("sent_at").notNull().defaultNow(),
});
