import { type SQL, sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";

/** Addresses of media are paths on the upstream or absolute. Times have a time zone. */

export const instant = (name: string) => pg.timestamp(name, { withTimezone: true, mode: "date" });

export const key = () => pg.integer("id").primaryKey().generatedByDefaultAsIdentity();
const words = (name: string) => pg.text(name).notNull().default("");
const count = (name: string) => pg.integer(name).notNull().default(0);
const flag = (name: string) => pg.boolean(name).notNull().default(false);
export const ofVideo = () =>
  pg
    .integer("video_code")
    .notNull()
    .references(() => videos.code, { onDelete: "cascade" });
export const ofMember = (name = "member_id") =>
  pg
    .integer(name)
    .notNull()
    .references(() => members.id, { onDelete: "cascade" });

export const charactersOf = (text: SQL) => sql`string_to_array(lower(${text}), null)`;

export const videoCategories = pg.pgTable(
  "categories",
  {
    code: pg.text("code").primaryKey(),
    parentCode: pg.text("parent_code"),
    kind: pg
      .text("kind", { enum: ["tag", "topic", "hidden"] })
      .notNull()
      .default("tag"),
    name: pg.text("name").notNull(),
    sort: count("sort"),
  },
  (table) => [
    pg.foreignKey({ columns: [table.parentCode], foreignColumns: [table.code] }),
    pg.index("categories_by_parent").on(table.parentCode, table.sort),
  ],
);

export const videos = pg.pgTable(
  "videos",
  {
    code: pg.integer("code").primaryKey().generatedByDefaultAsIdentity({ startWith: 100001 }),
    categoryCode: pg
      .text("category_code")
      .notNull()
      .references(() => videoCategories.code),
    title: pg.text("title").notNull(),
    introduction: words("introduction"),
    author: words("author"),
    cover: words("cover"),
    vip: flag("vip"),
    hot: count("hot"),
    score: pg.real("score").notNull().default(0),
    /** In seconds; of a series, the first episode's. */
    duration: count("duration"),
    sort: count("sort"),
    featured: pg.integer("featured"),
    restricted: flag("restricted"),
    withdrawn: flag("withdrawn"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    // ascending, and scanned backwards: `DESC NULLS LAST` would not serve a plain `ORDER BY … DESC`
    pg.index("videos_by_time").on(table.createdAt, table.code),
    pg.index("videos_by_category_and_time").on(table.categoryCode, table.createdAt, table.code),
    pg.index("videos_by_heat").on(table.hot, table.code),
    pg.index("videos_by_category_and_heat").on(table.categoryCode, table.hot, table.code),
    pg.index("videos_by_score").on(table.score, table.code),
    pg.index("videos_featured").on(table.featured).where(sql`featured is not null`),
    pg.index("videos_withdrawn").on(table.code).where(sql`withdrawn`),
    // unlike trigrams, this finds a single Chinese character, and needs no extension
    pg.index("videos_by_characters").using("gin", charactersOf(sql`${table.title}`)),
  ],
);

export const topicVideos = pg.pgTable(
  "topic_videos",
  {
    topicCode: pg
      .text("topic_code")
      .notNull()
      .references(() => videoCategories.code, { onDelete: "cascade" }),
    videoCode: ofVideo(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.topicCode, table.videoCode] }),
    pg.index("topics_of_video").on(table.videoCode),
  ],
);

/** Each source lists the same episodes at its own addresses. */
export const episodes = pg.pgTable(
  "episodes",
  {
    id: key(),
    videoCode: ofVideo(),
    source: pg.text("channel").notNull(),
    sourceSort: pg.smallint("channel_sort").notNull().default(0),
    name: pg.text("name").notNull(),
    sort: pg.smallint("sort").notNull().default(0),
    url: pg.text("url").notNull(),
    cover: words("cover"),
  },
  (table) => [
    pg.unique("episodes_of_video").on(table.videoCode, table.sourceSort, table.sort, table.source),
  ],
);

export const danmu = pg.pgTable(
  "danmu",
  {
    id: key(),
    videoCode: ofVideo(),
    time: pg.real("time").notNull(),
    text: pg.text("text").notNull(),
    color: words("color"),
    /** 0 scrolls, 1 stays at the top, 2 at the bottom. */
    type: pg.smallint("type").notNull().default(0),
  },
  (table) => [pg.index("danmu_of_video").on(table.videoCode, table.time)],
);

export const members = pg.pgTable(
  "members",
  {
    id: key(),
    uuid: pg.text("uuid").notNull().unique(),
    /** Eight digits; also the invite code. */
    code: pg.text("code").notNull().unique(),
    name: pg.text("name").notNull().unique(),
    nickname: pg.text("nickname").notNull(),
    /** Generated at registration, valid for logins; '' once the member has chosen a password. */
    temporaryPassword: pg.text("temporary_password").notNull(),
    passwordHash: pg.text("password_hash"),
    avatar: words("avatar"),
    signature: words("signature"),
    coins: count("coins"),
    /** In fen. */
    balance: count("balance"),
    /** Valid until `vipUntil` (vip.ts). */
    vipLevel: pg.smallint("vip_level").notNull().default(0),
    /** 0 none, 1 to 4 by plan, 5 for a trial. */
    vipPeriod: count("vip_period"),
    vipUntil: instant("vip_until"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    pg.check("members_coins_not_negative", sql`${table.coins} >= 0`),
    pg.check("members_balance_not_negative", sql`${table.balance} >= 0`),
  ],
);

/** Only the tokens' SHA-256 hashes are stored. */
export const tokens = pg.pgTable(
  "tokens",
  {
    hash: pg.text("hash").primaryKey(),
    memberId: ofMember(),
    expiresAt: instant("expires_at").notNull(),
    ended: pg.text("ended", { enum: ["elsewhere", "password"] }),
  },
  (table) => [
    pg.index("tokens_of_member").on(table.memberId),
    pg.index("tokens_by_expiry").on(table.expiresAt),
  ],
);

/** `group` is the ad's list in the `guanggao` call. */
export const ads = pg.pgTable(
  "ads",
  {
    id: pg.integer("id").primaryKey().generatedByDefaultAsIdentity({ startWith: 2001 }),
    group: pg.text("group").notNull(),
    title: words("title"),
    image: pg.text("image").notNull(),
    url: words("url"),
    status: pg.smallint("status").notNull().default(1),
    sort: count("sort"),
    clicks: count("clicks"),
  },
  (table) => [pg.index("ads_of_group").on(table.group, table.sort)],
);

/** Settings by their names in `getConfig`. */
export const siteSettings = pg.pgTable("settings", {
  key: pg.text("key").primaryKey(),
  value: pg.jsonb("value").$type<string | number | boolean>().notNull(),
});
