import type { VideoCardData } from "../../server/domain/cards.ts";

/** A favourite, as its card shows it. */
export interface SavedVideo extends VideoCardData {
  /** When it was saved, in milliseconds since 1970. */
  savedAt: number;
}

/** What a video that was opened here is called and looks like, for lists that are only codes. */
export type KnownVideo = Pick<VideoCardData, "code" | "title" | "cover" | "duration">;

/** How far a video was watched. */
export interface WatchedVideo {
  code: string;
  /** The place of the episode in its channel, from 0. */
  episode: number;
  seconds: number;
  /** How long the episode runs, in seconds; 0 where that was not known. */
  length: number;
  /** When it was left, in milliseconds since 1970. */
  at: number;
}

/** How one memory is read: whatever is stored, something good comes out of it. */
export interface Shape<Value> {
  empty: Value;
  /** Takes what is good of anything at all; what cannot be used is left out. */
  clean: (stored: unknown) => Value;
}

const text = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const number = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : 0);

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The first `max` good entries, each once. */
function listOf<Item>(
  max: number,
  read: (entry: unknown) => Item | undefined,
  identity: (item: Item) => string,
): Shape<readonly Item[]> {
  return {
    empty: [],
    clean(stored) {
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

// pictures have addresses of this site only
const ownPicture = (value: unknown) => (/^\/(?!\/)/.test(text(value)) ? text(value) : "");

function knownVideo(entry: unknown): KnownVideo | undefined {
  const stored = fields(entry);
  const code = text(stored.code);
  const [title, duration] = [text(stored.title), text(stored.duration)];
  return code === "" ? undefined : { code, title, cover: ownPicture(stored.cover), duration };
}

function savedVideo(entry: unknown): SavedVideo | undefined {
  const stored = fields(entry);
  const code = text(stored.code);
  return code === ""
    ? undefined
    : {
        code,
        title: text(stored.title),
        cover: ownPicture(stored.cover),
        vip: stored.vip === true,
        hot: number(stored.hot),
        duration: text(stored.duration),
        savedAt: number(stored.savedAt),
      };
}

function watchedVideo(entry: unknown): WatchedVideo | undefined {
  const stored = fields(entry);
  const code = text(stored.code);
  return code === ""
    ? undefined
    : {
        code,
        episode: Math.max(0, Math.floor(number(stored.episode))),
        seconds: Math.max(0, number(stored.seconds)),
        length: Math.max(0, number(stored.length)),
        at: number(stored.at),
      };
}

/** A switch that was never touched stays undefined: what it means then is its user's business. */
const choice: Shape<boolean | undefined> = {
  empty: undefined,
  clean: (stored) => (typeof stored === "boolean" ? stored : undefined),
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Which members did something here, by dates; the newest `max` dates that somebody did it on. */
const membersByDate = (max: number): Shape<Readonly<Record<string, readonly string[]>>> => ({
  empty: {},
  clean: (stored) =>
    Object.fromEntries(
      Object.entries(fields(stored))
        .map(([date, members]) => [date, words(20).clean(members)] as const)
        .filter(([date, members]) => DAY.test(date) && members.length > 0)
        .sort(([one], [other]) => other.localeCompare(one))
        .slice(0, max),
    ),
});

/** Texts that are not sent yet, by where they are written. */
const drafts: Shape<Readonly<Record<string, string>>> = {
  empty: {},
  clean: (stored) =>
    Object.fromEntries(
      Object.entries(fields(stored))
        .map(([place, draft]) => [place, text(draft).slice(0, 2_000)] as const)
        .filter(([, draft]) => draft !== "")
        .slice(0, 10),
    ),
};

/** What this device remembers, newest first where it is a list. The names are those in its storage. */
export const memories = {
  searchHistory: words(10),
  /** Codes of the videos that were liked here. */
  likedVideos: words(2_000),
  savedVideos: listOf(500, savedVideo, ({ code }) => code),
  knownVideos: listOf(200, knownVideo, ({ code }) => code),
  videoHistory: listOf(200, watchedVideo, ({ code }) => code),
  /** The name of the picture quality that the viewer prefers; '' follows the line's speed. */
  quality: { empty: "", clean: text },
  danmuOn: choice,
  /** Who checked in, and who claimed the tasks that can be claimed once a day. */
  signedDates: membersByDate(31),
  dailyLoginClaimed: membersByDate(2),
  vipVideoDate: membersByDate(2),
  drafts,
};

export type MemoryName = keyof typeof memories;
export type Memory<Name extends MemoryName> = (typeof memories)[Name]["empty"];

/** A payment whose outcome is not known yet, and what the member had before it. */
export interface OpenPayment {
  product: "vip" | "coins";
  coins: number;
  vipUntil: string;
  /** When the order was made, in milliseconds since 1970. */
  at: number;
  /** Whether the visitor was told that the outcome is not known yet. */
  told: boolean;
}

/** After this nobody can pay any more, and what was paid has arrived. */
const PAYMENT_MS = 30 * 60_000;

const openPayment: Shape<OpenPayment | null> = {
  empty: null,
  clean(stored) {
    const { product, coins, vipUntil, at, told }: Partial<OpenPayment> = Object(stored);
    if (product !== "vip" && product !== "coins") return null;
    if (typeof coins !== "number" || typeof vipUntil !== "string" || typeof at !== "number") {
      return null;
    }
    const current = Date.now() - at < PAYMENT_MS;
    return current ? { product, coins, vipUntil, at, told: told === true } : null;
  },
};

/** When the limited offer was first seen, in milliseconds since 1970; 0 before. */
const offerSince: Shape<number> = {
  empty: 0,
  clean: (stored) => (typeof stored === "number" && stored <= Date.now() ? stored : 0),
};

/** The names are those in the tab's storage. */
export const visitMemories = { openPayment, offerSince };
export type VisitMemories = typeof visitMemories;

/** In seconds: whoever saw less has not begun. */
const BEGUN = 3;
/** Whoever saw more has seen the end. */
const SEEN = 0.95;

/** How far a viewer got in the episode that they watched last. */
export function howFar({ seconds, length }: WatchedVideo): "not begun" | "under way" | "seen" {
  if (seconds < BEGUN) return "not begun";
  return length > 0 && seconds > length * SEEN ? "seen" : "under way";
}
