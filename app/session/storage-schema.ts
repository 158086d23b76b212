import type { VideoCardData } from "../../server/domain/cards.ts";
import {
  anyText,
  choice,
  fields,
  listOf,
  membersByDate,
  numberOf,
  objectOf,
  oneOf,
  ownPath,
  type StorageField,
  storedText,
  words,
} from "./storage-fields.ts";
import { storedPurchase } from "./stored-purchase.ts";

export interface SavedVideo extends VideoCardData {
  /** In milliseconds since 1970. */
  savedAt: number;
}

export type OpenedVideo = Pick<VideoCardData, "code" | "title" | "cover" | "duration">;

/** What the device noted of a video when its page was last open. */
export interface KnownVideo extends VideoCardData {
  /** In its first source; 0 if unknown. */
  episodes: number;
  /** Whether it is of the hidden section; undefined until the site has said so. */
  hidden: boolean | undefined;
}

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

/** An entry without a code is none. */
const videos = <Item extends { code: string }>(
  max: number,
  read: (code: string, stored: Record<string, unknown>) => Item,
) =>
  listOf(
    max,
    (entry) => {
      const stored = fields(entry);
      const code = storedText(stored.code);
      return code === "" ? undefined : read(code, stored);
    },
    ({ code }) => code,
  );

const videoCard = (code: string, stored: Record<string, unknown>): VideoCardData => ({
  code,
  title: storedText(stored.title),
  cover: ownPath(stored.cover),
  duration: storedText(stored.duration),
  vip: stored.vip === true,
  hot: numberOf(stored.hot),
});

/** Of one page of a list, at most. */
export const videoCards = videos(100, videoCard);

const knownVideo = (code: string, stored: Record<string, unknown>): KnownVideo => ({
  ...videoCard(code, stored),
  episodes: Math.max(0, Math.floor(numberOf(stored.episodes))),
  hidden: choice.parse(stored.hidden),
});

const savedVideo = (code: string, stored: Record<string, unknown>): SavedVideo => ({
  ...videoCard(code, stored),
  savedAt: numberOf(stored.savedAt),
});

const watchedVideo = (code: string, stored: Record<string, unknown>): WatchProgress => ({
  code,
  episode: Math.max(0, Math.floor(numberOf(stored.episode))),
  seconds: Math.max(0, numberOf(stored.seconds)),
  length: Math.max(0, numberOf(stored.length)),
  at: numberOf(stored.at),
});

export interface DanmakuSettings {
  /** How many at once. */
  density: "few" | "normal" | "many";
  size: "small" | "normal" | "large";
  /** From the top, how much of the picture. */
  area: "quarter" | "half" | "full";
  /** In percent. */
  opacity: number;
  /** Comments with one of these words are not shown. */
  blocked: readonly string[];
}

export const LEAST_DANMAKU_OPACITY = 20;

const opacity: StorageField<number> = {
  empty: 100,
  parse: (stored) =>
    Math.min(100, Math.max(LEAST_DANMAKU_OPACITY, Math.round(numberOf(stored ?? 100)))),
};

const danmakuSettings: StorageField<DanmakuSettings> = objectOf({
  density: oneOf("normal", "few", "many"),
  size: oneOf("normal", "small", "large"),
  area: oneOf("full", "half", "quarter"),
  opacity,
  blocked: words(50, 20),
});

/** Subtitles and sound by `language|name`; '' before a choice. */
const tracks = objectOf({
  subtitles: anyText,
  sound: anyText,
  size: oneOf("normal", "small", "large"),
  colour: oneOf("white", "yellow", "blue"),
});

const drafts: StorageField<Readonly<Record<string, string>>> = {
  empty: {},
  parse: (stored) =>
    Object.fromEntries(
      Object.entries(fields(stored))
        .map(([name, draft]) => [name, storedText(draft).slice(0, 2_000)] as const)
        .filter(([, draft]) => draft !== "")
        .slice(0, 10),
    ),
};

/** The keys of localStorage; lists are newest first. */
export const deviceSchema = {
  searchHistory: words(10),
  likedVideos: words(2_000),
  savedVideos: videos(500, savedVideo),
  knownVideos: videos(200, knownVideo),
  videoHistory: videos(200, watchedVideo),
  /** Codes of videos that are not shown as watched until they are opened again. */
  removedHistory: words(500),
  watchLater: videos(200, savedVideo),
  /** Codes of videos that lists leave out. */
  unwantedVideos: words(500),
  /** Name of the preferred video quality; '' follows the bandwidth. */
  quality: anyText,
  danmuOn: choice,
  /** Whether a video plays on in a small window when its page is left; undefined for yes. */
  miniPlayer: choice,
  danmakuSettings,
  tracks,
  /** What plays streams where the browser and hls.js both could; `automatic` is the site's choice. */
  engine: oneOf("automatic", "system", "script"),
  dataUse: oneOf("automatic", "saver", "best"),
  theme: oneOf("system", "light", "dark"),
  signedDates: membersByDate(31),
  dailyLoginClaimed: membersByDate(2),
  vipVideoDate: membersByDate(2),
  drafts,
};

export type DeviceKey = keyof typeof deviceSchema;
export type DeviceValue<Name extends DeviceKey> = (typeof deviceSchema)[Name]["empty"];

/** In milliseconds since 1970, 0 before the first view. */
const offerSince: StorageField<number> = {
  empty: 0,
  parse: (stored) => (typeof stored === "number" && stored <= Date.now() ? stored : 0),
};

const installDismissed: StorageField<boolean> = {
  empty: false,
  parse: (stored) => stored === true,
};

/** What a member watched elsewhere lately; null until that has been asked for. */
const recordedVideos: StorageField<readonly VideoCardData[] | null> = {
  empty: null,
  parse: (stored) => (Array.isArray(stored) ? videos(20, videoCard).parse(stored) : null),
};

export const tabSchema = { purchase: storedPurchase, offerSince, installDismissed, recordedVideos };
export type TabSchema = typeof tabSchema;
