import { storageHook, storageOfDevice } from "./storage.ts";
import {
  anyBoolean,
  anyString,
  fields,
  listOf,
  oneOf,
  type StorageField,
  strings,
} from "./storage-fields.ts";

/* What the lazily loaded player code stores. `restorePlayback` reads some of it before that code is loaded. */

const numberBetween = (min: number, max: number, empty: number): StorageField<number> => ({
  empty,
  parse: (stored) => (typeof stored === "number" ? Math.min(max, Math.max(min, stored)) : empty),
});

function objectOf<Value>(
  shape: {
    [Name in keyof Value]: StorageField<Value[Name]>;
  },
): StorageField<Value> {
  const read = (pick: (field: StorageField<unknown>, name: string) => unknown) =>
    Object.fromEntries(
      Object.entries<StorageField<unknown>>(shape).map(([name, field]) => [
        name,
        pick(field, name),
      ]),
    ) as Value;
  return {
    empty: read(({ empty }) => empty),
    parse: (stored) => read(({ parse }, name) => parse(fields(stored)[name])),
  };
}

export interface DanmakuSettings {
  density: "few" | "normal" | "many";
  size: "small" | "normal" | "large";
  area: "quarter" | "half" | "full"; // the part of the picture to cover, from the top
  opacity: number; // percent
  blocked: readonly string[]; // words that hide a comment
}

/** Where the viewer says that a series' openings end and its endings begin; 0 if not marked. */
export interface SeriesMarks {
  code: string;
  opening: number; // seconds
  ending: number; // seconds before the end, because episodes differ in length
}

const seconds = numberBetween(0, 86_400, 0);
const marks = objectOf<SeriesMarks>({ code: anyString, opening: seconds, ending: seconds });

export const MIN_DANMAKU_OPACITY = 20;
export const SPEEDS = { min: 0.25, max: 4 };

export const playerSchema = {
  playback: objectOf({
    speed: numberBetween(SPEEDS.min, SPEEDS.max, 1),
    volume: numberBetween(0, 1, 1),
    muted: anyBoolean,
    fill: anyBoolean, // whether the picture is cropped to the player's shape
  }),
  danmakuSettings: objectOf<DanmakuSettings>({
    density: oneOf("normal", "few", "many"),
    size: oneOf("normal", "small", "large"),
    area: oneOf("full", "half", "quarter"),
    opacity: numberBetween(MIN_DANMAKU_OPACITY, 100, 100),
    blocked: strings(50, 20),
  }),
  /** `subtitles` and `sound` are `language|name`; '' if none was chosen. */
  tracks: objectOf({
    subtitles: anyString,
    sound: anyString,
    size: oneOf("normal", "small", "large"),
    colour: oneOf("white", "yellow", "blue"),
  }),
  /** The last used first. */
  seriesMarks: listOf(
    100,
    (entry) => {
      const stored = marks.parse(entry);
      return stored.code && (stored.opening || stored.ending) ? stored : undefined;
    },
    ({ code }) => code,
  ),
  skipsByItself: anyBoolean,
};
type PlayerSchema = typeof playerSchema;
export type PlayerValue<Name extends keyof PlayerSchema> = PlayerSchema[Name]["empty"];

export const playerStorage = storageOfDevice(playerSchema);

export const usePlayerStorage = storageHook(playerStorage, playerSchema);

/** Changes some fields of an object. */
export const changePlayerStorage = <Name extends "playback" | "danmakuSettings" | "tracks">(
  name: Name,
  changes: Partial<PlayerValue<Name>>,
) => playerStorage.update(name, (now) => Object.assign({}, now, changes));

const marksOf = (all: readonly SeriesMarks[], code: string): SeriesMarks =>
  all.find((one) => one.code === code) ?? { ...marks.empty, code };

export const useSeriesMarks = (code: string) => marksOf(usePlayerStorage("seriesMarks"), code);

export const changeSeriesMarks = (code: string, changes: Partial<SeriesMarks>) =>
  playerStorage.update("seriesMarks", (all) => [
    { ...marksOf(all, code), ...changes },
    ...all.filter((one) => one.code !== code),
  ]);
