import { changePlayerStorage, playerStorage } from "../../device/player-storage.ts";
import { texts } from "../../texts/index.ts";
import type { PlayerStream } from "./engine.ts";

const words = texts.playerExtras;

export interface Track {
  id: number;
  name: string;
  language: string; // from the playlist; '' if missing
}

export interface Tracks {
  list: readonly Track[];
  chosen: number; // -1 for none
  choose(id: number): void;
}

export const noTracks: Tracks = { list: [], chosen: -1, choose: () => undefined };

const languageNames = new Intl.DisplayNames("zh", { type: "language", fallback: "none" });

function nameOf({ label, language }: { label: string; language: string }, index: number): string {
  if (label) return label;
  try {
    return languageNames.of(language) || words.track(index + 1);
  } catch {
    return words.track(index + 1);
  }
}

/** Stored with the language, so that another video's track in that language is found. */
const stored = ({ language, name }: Track) => `${language}|${name}`;
export const languageIn = (choice: string) => choice.split("|")[0] ?? "";

export function findChosen(list: readonly Track[], choice: string): number {
  const same = list.findIndex((track) => stored(track) === choice);
  const language = languageIn(choice);
  return same < 0 && language ? list.findIndex((track) => track.language === language) : same;
}

const NO_SUBTITLES = "off";

/** hls.js makes text tracks of the playlist's subtitles and loads those that are not disabled, as browsers do. */
const textTracksOf = (video: HTMLVideoElement) =>
  [...video.textTracks].filter(({ kind }) => kind === "subtitles" || kind === "captions");

const isOn = ({ mode }: TextTrack) => mode !== "disabled";

export const shownSubtitles = (video: HTMLVideoElement) => textTracksOf(video).find(isOn);

export function subtitlesOf(video: HTMLVideoElement): Tracks {
  const tracks = textTracksOf(video);
  const list = tracks.map((track, id) => ({
    id,
    name: nameOf(track, id),
    language: track.language,
  }));
  return {
    list,
    chosen: tracks.findIndex(isOn),
    choose(id) {
      const track = list[id];
      changePlayerStorage("tracks", { subtitles: track ? stored(track) : NO_SUBTITLES });
    },
  };
}

/** The page shows the cues, unless the picture plays elsewhere, where only native cues are visible. */
export function turnOnSubtitles(video: HTMLVideoElement, playsElsewhere: boolean) {
  const choice = playerStorage.read("tracks").subtitles;
  const tracks = textTracksOf(video);
  const { list, chosen } = subtitlesOf(video);
  const wanted = choice === "" ? chosen : findChosen(list, choice);
  for (const [index, track] of tracks.entries()) {
    const shown = playsElsewhere ? "showing" : "hidden";
    const mode = index === wanted ? shown : "disabled";
    if (track.mode !== mode) track.mode = mode;
  }
}

export const AUDIO_TRACKS_EVENT = "scripttracks"; // dispatched on the video element

const scriptTracks = new WeakMap<HTMLVideoElement, Tracks>();

export function offerAudioTracks(video: HTMLVideoElement, tracks: Tracks | undefined) {
  if (tracks) scriptTracks.set(video, tracks);
  else scriptTracks.delete(video);
  video.dispatchEvent(new Event(AUDIO_TRACKS_EVENT));
}

interface NativeAudioTrack {
  enabled: boolean;
  label: string;
  language: string;
}
interface NativeAudioTracks extends EventTarget, Iterable<NativeAudioTrack> {}
type VideoWithAudioTracks = HTMLVideoElement & { audioTracks?: NativeAudioTracks };

export const nativeAudioTracks = ({ audioTracks }: VideoWithAudioTracks) => audioTracks;

export function audioTracksOf(video: HTMLVideoElement): Tracks {
  const { list, chosen, choose } = scriptTracks.get(video) ?? nativeTracks(video);
  return {
    list: list.map((track) => ({
      ...track,
      name: nameOf({ ...track, label: track.name }, track.id),
    })),
    chosen,
    choose(id) {
      const track = list[id];
      if (track) changePlayerStorage("tracks", { sound: stored(track) });
      choose(id);
    },
  };
}

function nativeTracks(video: HTMLVideoElement): Tracks {
  const tracks = [...(nativeAudioTracks(video) ?? [])];
  if (tracks.length === 0) return noTracks;
  return {
    list: tracks.map(({ label, language }, id) => ({ id, name: label, language })),
    chosen: tracks.findIndex(({ enabled }) => enabled),
    choose(id) {
      for (const [index, track] of tracks.entries()) track.enabled = index === id;
    },
  };
}

export function turnOnSound(video: HTMLVideoElement) {
  const { list, chosen, choose } = scriptTracks.get(video) ?? nativeTracks(video);
  const wanted = findChosen(list, playerStorage.read("tracks").sound);
  if (wanted >= 0 && wanted !== chosen) choose(wanted);
}

/** An address that works without cookies; undefined for a plain file. */
export async function receiverAddress({ key }: PlayerStream): Promise<string | undefined> {
  const [video = "", source = "", episode = ""] = key.split("/");
  const answer = await fetch(`/receiver?${new URLSearchParams({ video, source, episode })}`);
  if (!answer.ok) return undefined;
  const { address }: { address?: string } = await answer.json();
  return address;
}
