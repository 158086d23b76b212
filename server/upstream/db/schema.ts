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

/**
 * The reference upstream's tables. Addresses of pictures and streams are paths on the upstream or absolute http(s)
 * addresses. Instants are stored with time zone; answers contain them in Asia/Shanghai.
 */

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

/** The characters of a lower-cased text as an array, for the search index. */
export const charactersOf = (text: SQL) => sql`string_to_array(lower(${text}), null)`;

/** Two levels: top categories have no parent, leaves have one. */
export const videoCategories = pgTable(
  "categories",
  {
    code: text("code").primaryKey(),
    parentCode: text("parent_code"),
    /** A tag of the home page, a topic, which collects videos of many tags, or the hidden section. */
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
    /** A leaf category, not a topic. */
    categoryCode: text("category_code")
      .notNull()
      .references(() => videoCategories.code),
    title: text("title").notNull(),
    introduction: words("introduction"),
    author: words("author"),
    cover: words("cover"),
    vip: flag("vip"),
    hot: count("hot"),
    /** The editors' rating, 0 to 10. */
    score: real("score").notNull().default(0),
    /** Seconds; for a series, the first episode's. */
    duration: count("duration"),
    sort: count("sort"),
    /** Position among the editors' picks; null for most. */
    featured: integer("featured"),
    /** Shown only in the hidden section. */
    restricted: flag("restricted"),
    withdrawn: flag("withdrawn"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    // ascending, scanned backwards: `DESC NULLS LAST` indexes would not serve a plain `ORDER BY … DESC`
    index("videos_by_time").on(table.createdAt, table.code),
    index("videos_by_category_and_time").on(table.categoryCode, table.createdAt, table.code),
    index("videos_by_heat").on(table.hot, table.code),
    index("videos_by_category_and_heat").on(table.categoryCode, table.hot, table.code),
    index("videos_by_score").on(table.score, table.code),
    index("videos_featured").on(table.featured).where(sql`featured is not null`),
    index("videos_withdrawn").on(table.code).where(sql`withdrawn`),
    // by characters: unlike trigrams this finds a single Chinese character, and it needs no extension
    index("videos_by_characters").using("gin", charactersOf(sql`${table.title}`)),
  ],
);

/** The videos of a topic. A topic with sub-topics has none of its own. */
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

/** Stream addresses: each source lists the same episodes at different addresses. */
export const episodes = pgTable(
  "episodes",
  {
    id: key(),
    videoCode: ofVideo(),
    /** Name of the source, such as 线路一. */
    source: text("channel").notNull(),
    sourceSort: smallint("channel_sort").notNull().default(0),
    name: text("name").notNull(),
    sort: smallint("sort").notNull().default(0),
    /** An HLS playlist or a plain media file. */
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
    /** Seconds from the start. */
    time: real("time").notNull(),
    text: text("text").notNull(),
    /** `#rrggbb`, or '' for the viewer's default. */
    color: words("color"),
    /** 0 scrolls, 1 stays on top, 2 at the bottom. */
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
    /** Generated at registration, usable for login; '' once the member has chosen a password. */
    temporaryPassword: text("temporary_password").notNull(),
    /** scrypt (domain/members.ts); null until the member has chosen a password. */
    passwordHash: text("password_hash"),
    avatar: words("avatar"),
    signature: words("signature"),
    coins: count("coins"),
    /** In fen. */
    balance: count("balance"),
    /** The latest status (vip.ts), valid until `vipUntil`. */
    vipLevel: smallint("vip_level").notNull().default(0),
    /** The badge of the plan: 0 none, 1 to 4 bought, 5 for a trial. */
    vipPeriod: count("vip_period"),
    vipUntil: instant("vip_until"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    check("members_coins_not_negative", sql`${table.coins} >= 0`),
    check("members_balance_not_negative", sql`${table.balance} >= 0`),
  ],
);

/** Only tokens' SHA-256 hashes are stored. */
export const tokens = pgTable(
  "tokens",
  {
    hash: text("hash").primaryKey(),
    memberId: ofMember(),
    expiresAt: instant("expires_at").notNull(),
    /** Why it was revoked: a login elsewhere, or a new password. */
    ended: text("ended", { enum: ["elsewhere", "password"] }),
  },
  (table) => [
    index("tokens_of_member").on(table.memberId),
    index("tokens_by_expiry").on(table.expiresAt),
  ],
);

/** Advertisements and banners. `group` is the name under which the `guanggao` call lists them. */
export const ads = pgTable(
  "ads",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity({ startWith: 2001 }),
    group: text("group").notNull(),
    title: words("title"),
    image: text("image").notNull(),
    url: words("url"),
    /** 1: shown; 0: hidden. */
    status: smallint("status").notNull().default(1),
    sort: count("sort"),
    clicks: count("clicks"),
  },
  (table) => [index("ads_of_group").on(table.group, table.sort)],
);

/** The operator's settings, by `getConfig`'s names. */
export const siteSettings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").$type<string | number | boolean>().notNull(),
});
