import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";

/** Addresses of media are paths on the upstream or absolute. Times have a time zone. */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const key = () => integer("id").primaryKey().generatedByDefaultAsIdentity();
const words = (name: string) => text(name).notNull().default("");
const count = (name: string) => integer(name).notNull().default(0);
const flag = (name: string) => boolean(name).notNull().default(false);
export const ofVideo = () =>
  integer("video_code")
    .notNull()
    .references(() => videos.code, { onDelete: "cascade" });
export const ofMember = (name = "member_id") =>
  integer(name)
    .notNull()
    .references(() => members.id, { onDelete: "cascade" });

export const charactersOf = (text: SQL) => sql`string_to_array(lower(${text}), null)`;

export const videoCategories = pgTable(
  "categories",
  {
    code: text("code").primaryKey(),
    parentCode: text("parent_code"),
    kind: text("kind", { enum: ["tag", "topic", "hidden"] })
      .notNull()
      .default("tag"),
    name: text("name").notNull(),
    sort: count("sort"),
  },
  (table) => [
    foreignKey({ columns: [table.parentCode], foreignColumns: [table.code] }),
    index("categories_by_parent").on(table.parentCode, table.sort),
  ],
);

export const videos = pgTable(
  "videos",
  {
    code: integer("code").primaryKey().generatedByDefaultAsIdentity({ startWith: 100001 }),
    categoryCode: text("category_code")
      .notNull()
      .references(() => videoCategories.code),
    title: text("title").notNull(),
    introduction: words("introduction"),
    author: words("author"),
    cover: words("cover"),
    vip: flag("vip"),
    hot: count("hot"),
    score: real("score").notNull().default(0),
    /** In seconds; of a series, the first episode's. */
    duration: count("duration"),
    sort: count("sort"),
    featured: integer("featured"),
    restricted: flag("restricted"),
    withdrawn: flag("withdrawn"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    // ascending, and scanned backwards: `DESC NULLS LAST` would not serve a plain `ORDER BY … DESC`
    index("videos_by_time").on(table.createdAt, table.code),
    index("videos_by_category_and_time").on(table.categoryCode, table.createdAt, table.code),
    index("videos_by_heat").on(table.hot, table.code),
    index("videos_by_category_and_heat").on(table.categoryCode, table.hot, table.code),
    index("videos_by_score").on(table.score, table.code),
    index("videos_featured").on(table.featured).where(sql`featured is not null`),
    index("videos_withdrawn").on(table.code).where(sql`withdrawn`),
    // unlike trigrams, this finds a single Chinese character, and needs no extension
    index("videos_by_characters").using("gin", charactersOf(sql`${table.title}`)),
  ],
);

export const topicVideos = pgTable(
  "topic_videos",
  {
    topicCode: text("topic_code")
      .notNull()
      .references(() => videoCategories.code, { onDelete: "cascade" }),
    videoCode: ofVideo(),
  },
  (table) => [
    primaryKey({ columns: [table.topicCode, table.videoCode] }),
    index("topics_of_video").on(table.videoCode),
  ],
);

/** Each source lists the same episodes at its own addresses. */
export const episodes = pgTable(
  "episodes",
  {
    id: key(),
    videoCode: ofVideo(),
    source: text("channel").notNull(),
    sourceSort: smallint("channel_sort").notNull().default(0),
    name: text("name").notNull(),
    sort: smallint("sort").notNull().default(0),
    url: text("url").notNull(),
    cover: words("cover"),
  },
  (table) => [
    unique("episodes_of_video").on(table.videoCode, table.sourceSort, table.sort, table.source),
  ],
);

export const danmu = pgTable(
  "danmu",
  {
    id: key(),
    videoCode: ofVideo(),
    time: real("time").notNull(),
    text: text("text").notNull(),
    color: words("color"),
    /** 0 scrolls, 1 stays at the top, 2 at the bottom. */
    type: smallint("type").notNull().default(0),
  },
  (table) => [index("danmu_of_video").on(table.videoCode, table.time)],
);

export const members = pgTable(
  "members",
  {
    id: key(),
    uuid: text("uuid").notNull().unique(),
    /** Eight digits; also the invite code. */
    code: text("code").notNull().unique(),
    name: text("name").notNull().unique(),
    nickname: text("nickname").notNull(),
    /** Generated at registration, valid for logins; '' once the member has chosen a password. */
    temporaryPassword: text("temporary_password").notNull(),
    passwordHash: text("password_hash"),
    avatar: words("avatar"),
    signature: words("signature"),
    coins: count("coins"),
    /** In fen. */
    balance: count("balance"),
    /** Valid until `vipUntil` (vip.ts). */
    vipLevel: smallint("vip_level").notNull().default(0),
    /** 0 none, 1 to 4 by plan, 5 for a trial. */
    vipPeriod: count("vip_period"),
    vipUntil: instant("vip_until"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    check("members_coins_not_negative", sql`${table.coins} >= 0`),
    check("members_balance_not_negative", sql`${table.balance} >= 0`),
  ],
);

/** Only the tokens' SHA-256 hashes are stored. */
export const tokens = pgTable(
  "tokens",
  {
    hash: text("hash").primaryKey(),
    memberId: ofMember(),
    expiresAt: instant("expires_at").notNull(),
    ended: text("ended", { enum: ["elsewhere", "password"] }),
  },
  (table) => [
    index("tokens_of_member").on(table.memberId),
    index("tokens_by_expiry").on(table.expiresAt),
  ],
);

/** `group` is the ad's list in the `guanggao` call. */
export const ads = pgTable(
  "ads",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity({ startWith: 2001 }),
    group: text("group").notNull(),
    title: words("title"),
    image: text("image").notNull(),
    url: words("url"),
    status: smallint("status").notNull().default(1),
    sort: count("sort"),
    clicks: count("clicks"),
  },
  (table) => [index("ads_of_group").on(table.group, table.sort)],
);

/** Settings by their names in `getConfig`. */
export const siteSettings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").$type<string | number | boolean>().notNull(),
});
