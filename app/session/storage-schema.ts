import type { VideoCardData } from "../../server/domain/cards.ts";

export interface SavedVideo extends VideoCardData {
  /** In milliseconds since 1970. */
  savedAt: number;
}

export type OpenedVideo = Pick<VideoCardData, "code" | "title" | "cover" | "duration">;

export interface WatchProgress {
  code: string;
  /** The episode's index in its source. */
  episode: number;
  seconds: number;
  /** In seconds; 0 if unknown. */
  length: number;
  /** In milliseconds since 1970. */
  at: number;
}

export interface StorageField<Value> {
  empty: Value;
  parse: (stored: unknown) => Value;
}

const text = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const number = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : 0);

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function listOf<Item>(
  max: number,
  read: (entry: unknown) => Item | undefined,
  identity: (item: Item) => string,
): StorageField<readonly Item[]> {
  return {
    empty: [],
    parse(stored) {
      const found = new Map<string, Item>();
      for (const entry of Array.isArray(stored) ? stored : []) {
        const item = read(entry);
        if (item !== undefined && !found.has(identity(item))) found.set(identity(item), item);
        if (found.size === max) break;
      }
      return [...found.values()];
    },
  };
}

const words = (max: number) =>
  listOf(
    max,
    (entry) => text(entry).trim() || undefined,
    (word) => word,
  );

/** Addresses of this site only. */
const ownPath = (value: unknown) => (/^\/(?!\/)/.test(text(value)) ? text(value) : "");

/** An entry without a code is none. */
const videos = <Item extends { code: string }>(
  max: number,
  read: (code: string, stored: Record<string, unknown>) => Item,
) =>
  listOf(
    max,
    (entry) => {
      const stored = fields(entry);
      const code = text(stored.code);
      return code === "" ? undefined : read(code, stored);
    },
    ({ code }) => code,
  );

const openedVideo = (code: string, stored: Record<string, unknown>): OpenedVideo => ({
  code,
  title: text(stored.title),
  cover: ownPath(stored.cover),
  duration: text(stored.duration),
});

const savedVideo = (code: string, stored: Record<string, unknown>): SavedVideo => ({
  ...openedVideo(code, stored),
  vip: stored.vip === true,
  hot: number(stored.hot),
  savedAt: number(stored.savedAt),
});

const watchedVideo = (code: string, stored: Record<string, unknown>): WatchProgress => ({
  code,
  episode: Math.max(0, Math.floor(number(stored.episode))),
  seconds: Math.max(0, number(stored.seconds)),
  length: Math.max(0, number(stored.length)),
  at: number(stored.at),
});

const choice: StorageField<boolean | undefined> = {
  empty: undefined,
  parse: (stored) => (typeof stored === "boolean" ? stored : undefined),
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Member codes by date ('YYYY-MM-DD'), of the newest `max` dates. */
const membersByDate = (max: number): StorageField<Readonly<Record<string, readonly string[]>>> => ({
  empty: {},
  parse: (stored) =>
    Object.fromEntries(
      Object.entries(fields(stored))
        .map(([date, members]) => [date, words(20).parse(members)] as const)
        .filter(([date, members]) => DAY.test(date) && members.length > 0)
        .sort(([one], [other]) => other.localeCompare(one))
        .slice(0, max),
    ),
});

const drafts: StorageField<Readonly<Record<string, string>>> = {
  empty: {},
  parse: (stored) =>
    Object.fromEntries(
      Object.entries(fields(stored))
        .map(([name, draft]) => [name, text(draft).slice(0, 2_000)] as const)
        .filter(([, draft]) => draft !== "")
        .slice(0, 10),
    ),
};

/** The keys of localStorage; lists are newest first. */
export const deviceSchema = {
  searchHistory: words(10),
  likedVideos: words(2_000),
  savedVideos: videos(500, savedVideo),
  knownVideos: videos(200, openedVideo),
  videoHistory: videos(200, watchedVideo),
  /** Name of the preferred video quality; '' follows the bandwidth. */
  quality: { empty: "", parse: text },
  danmuOn: choice,
  signedDates: membersByDate(31),
  dailyLoginClaimed: membersByDate(2),
  vipVideoDate: membersByDate(2),
  drafts,
};

export type DeviceKey = keyof typeof deviceSchema;
export type DeviceValue<Name extends DeviceKey> = (typeof deviceSchema)[Name]["empty"];

export interface OpenPayment {
  product: "vip" | "coins";
  coins: number;
  vipUntil: string;
  /** In milliseconds since 1970. */
  at: number;
  notified: boolean;
  /** The page that is continued afterwards; '' for none. */
  back: string;
}

const PAYMENT_MS = 30 * 60_000;

const openPayment: StorageField<OpenPayment | null> = {
  empty: null,
  parse(stored) {
    const { product, coins, vipUntil, at, notified, back }: Partial<OpenPayment> = Object(stored);
    if (product !== "vip" && product !== "coins") return null;
    if (typeof coins !== "number" || typeof vipUntil !== "string" || typeof at !== "number") {
      return null;
    }
    const current = Date.now() - at < PAYMENT_MS;
    if (!current) return null;
    return { product, coins, vipUntil, at, notified: notified === true, back: ownPath(back) };
  },
};

/** An episode that was to be bought with too few coins; bought once the coins have been paid for. */
interface WantedEpisode {
  video: string;
  episode: number;
  paid: boolean;
  /** In milliseconds since 1970. */
  at: number;
}

const wantedEpisode: StorageField<WantedEpisode | null> = {
  empty: null,
  parse(stored) {
    const { video, episode, paid, at } = fields(stored);
    if (Date.now() - number(at) >= PAYMENT_MS) return null;
    return { video: text(video), episode: number(episode), paid: paid === true, at: number(at) };
  },
};

/** In milliseconds since 1970, 0 before the first view. */
const offerSince: StorageField<number> = {
  empty: 0,
  parse: (stored) => (typeof stored === "number" && stored <= Date.now() ? stored : 0),
};

const installDismissed: StorageField<boolean> = {
  empty: false,
  parse: (stored) => stored === true,
};

export const tabSchema = { openPayment, offerSince, installDismissed, wantedEpisode };
export type TabSchema = typeof tabSchema;

const STARTED_SECONDS = 3;
const FINISHED_SHARE = 0.95;

export function watchState({
  seconds,
  length,
}: WatchProgress): "not started" | "in progress" | "finished" {
  if (seconds < STARTED_SECONDS) return "not started";
  return length > 0 && seconds > length * FINISHED_SHARE ? "finished" : "in progress";
}
