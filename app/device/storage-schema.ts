import type { VideoCardData } from "../../server/domain/cards.ts";
import {
  anyBoolean,
  anyString,
  fields,
  listOf,
  membersByDate,
  numberOf,
  onByDefault,
  oneOf,
  optionalBoolean,
  type StorageField,
  sitePath,
  storedText,
  strings,
} from "./storage-fields.ts";
import { storedPurchase } from "./stored-purchase.ts";

export interface SavedVideo extends VideoCardData {
  savedAt: number; // milliseconds since 1970
}

export type OpenedVideo = Pick<VideoCardData, "code" | "title" | "cover" | "duration">;

export interface KnownVideo extends VideoCardData {
  episodes: number; // number of episodes in its first source; 0 if unknown
  hidden: boolean | undefined; // whether it is in the hidden section; undefined if not known yet
}

export interface WatchProgress {
  code: string;
  episode: number; // index in its source
  seconds: number;
  length: number; // seconds; 0 if unknown
  at: number; // milliseconds since 1970
}

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
  cover: sitePath(stored.cover),
  duration: storedText(stored.duration),
  vip: stored.vip === true,
  hot: numberOf(stored.hot),
});

export const videoCards = videos(100, videoCard); // at most one page of a list

const knownVideo = (code: string, stored: Record<string, unknown>): KnownVideo => ({
  ...videoCard(code, stored),
  episodes: Math.max(0, Math.floor(numberOf(stored.episodes))),
  hidden: optionalBoolean.parse(stored.hidden),
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

const parseLock = (stored: unknown) => {
  const { salt, hash, credential, wrong, until } = fields(stored);
  const lock = {
    salt: storedText(salt), // hexadecimal, like the PIN's hash and the credential
    hash: storedText(hash),
    credential: storedText(credential), // of the device's authenticator; '' if only the PIN unlocks
    wrong: numberOf(wrong), // tries since the last right one
    until: numberOf(until), // milliseconds since 1970; before it, no PIN is tried
  };
  return lock.hash ? lock : null;
};
export type StoredLock = NonNullable<ReturnType<typeof parseLock>>;

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
  searchHistory: strings(10),
  likedVideos: strings(2_000),
  savedVideos: videos(500, savedVideo),
  knownVideos: videos(200, knownVideo),
  videoHistory: videos(200, watchedVideo),
  removedHistory: strings(500), // codes of videos left out of the history until they are opened again
  watchLater: videos(200, savedVideo),
  unwantedVideos: strings(500), // codes of videos left out of lists
  hideWatched: anyBoolean,
  blurCovers: anyBoolean,
  quickExit: anyBoolean, // three taps on the header leave a blank page
  discreet: onByDefault, // others must not see titles: in the tab, on the lock screen, in shared links
  chatRead: anyString, // fingerprint of the conversation as last shown; '' if never
  quality: anyString, // name of the chosen quality; '' if it follows the bandwidth
  danmuOn: optionalBoolean, // undefined means on, unless motion is reduced
  miniPlayer: onByDefault,
  playInBackground: anyBoolean,
  engine: oneOf("automatic", "system", "script"),
  dataUse: oneOf("automatic", "saver", "best"),
  theme: oneOf("system", "light", "dark"),
  appLook: oneOf("site", "notes", "calculator", "weather"), // name and icon in tabs and on the home screen
  signedDates: membersByDate(31),
  dailyLoginClaimed: membersByDate(2),
  vipVideoDate: membersByDate(2),
  drafts,
  lock: { empty: null as StoredLock | null, parse: parseLock, outlastsIncognito: () => true },
};

export type DeviceKey = keyof typeof deviceSchema;
export type DeviceValue<Name extends DeviceKey> = (typeof deviceSchema)[Name]["empty"];

const offerSince: StorageField<number> = {
  empty: 0,
  parse: (stored) => (typeof stored === "number" && stored <= Date.now() ? stored : 0),
};

/** The account's history, for a device without its own; null until loaded. */
const recordedVideos: StorageField<readonly VideoCardData[] | null> = {
  empty: null,
  parse: (stored) => (Array.isArray(stored) ? videos(20, videoCard).parse(stored) : null),
};

export const tabSchema = {
  purchase: storedPurchase,
  offerSince,
  installDismissed: anyBoolean,
  recordedVideos,
};
