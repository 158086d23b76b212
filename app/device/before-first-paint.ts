import { COOKIE_DAYS } from "../../server/contract/rules.ts";
import type { VideoCardData } from "../../server/domain/cards.ts";
import { videoAddress } from "../addresses.ts";
import { watchState } from "./playback.ts";
import type { DeviceKey, DeviceValue, KnownVideo, WatchProgress } from "./storage-schema.ts";

/* Shared by the app and the inline scripts (`inline-script.d.ts`), which run before the first paint. */

/** Not validated: inline scripts must be small, so they run in a `try` instead of including the schemas. */
export const rawStored = <Name extends DeviceKey>(name: Name, empty: DeviceValue<Name>) =>
  JSON.parse(localStorage.getItem(name) ?? JSON.stringify(empty)) as DeviceValue<Name>;

export interface VideoToContinue {
  video: VideoCardData & Partial<KnownVideo>;
  /** Undefined for a video of the account's history, which stores no position. */
  watched?: WatchProgress;
}

export interface WatchedVideos {
  videoHistory: readonly WatchProgress[];
  knownVideos: readonly KnownVideo[];
  removedHistory: readonly string[];
  recordedVideos: readonly VideoCardData[] | null; // the account's history
}

/** Latest first, without videos of the hidden section: others may see the screen. */
export function videosToContinue(videos: WatchedVideos): VideoToContinue[] {
  const { videoHistory, knownVideos, removedHistory, recordedVideos } = videos;
  const isShown = ({ code, hidden }: VideoToContinue["video"]) =>
    hidden !== true && !removedHistory.includes(code);
  if (videoHistory.length === 0)
    return (recordedVideos ?? []).filter(isShown).map((video) => ({ video }));
  const known = new Map(knownVideos.map((video) => [video.code, video]));
  return videoHistory.flatMap((watched) => {
    const video = known.get(watched.code);
    return video && isShown(video) && watchState(watched) === "in progress"
      ? [{ video, watched }]
      : [];
  });
}

/** Codes of videos that may be left out of the page's lists: a search shows all that it has found. */
export function finishedVideos(
  { videoHistory, knownVideos, removedHistory }: Omit<WatchedVideos, "recordedVideos">,
  { pathname, search }: { pathname: string; search: string },
): string[] {
  const isList = /^\/(cateInfo|publish|sreinfo)?$/.test(pathname);
  if (!isList || /[?&]searchStr=[^&]/.test(search)) return [];
  const episodes = new Map(knownVideos.map((video) => [video.code, video.episodes]));
  const isLast = ({ code, episode }: WatchProgress) => episode + 1 >= (episodes.get(code) ?? 0);
  return videoHistory
    .filter((watched) => watchState(watched) === "finished" && isLast(watched))
    .map(({ code }) => code)
    .filter((code) => !removedHistory.includes(code));
}

/** Hides videos by a style sheet, because the server sends whole lists. The visitor's own lists show everything. */
export function hideVideos(codes: readonly string[]) {
  const links = codes
    .filter((code) => /^\d+$/.test(code))
    .map((code) => `[href="${videoAddress(code)}"]`);
  const [sheet = new CSSStyleSheet()] = document.adoptedStyleSheets;
  sheet.replaceSync(
    links.length > 0 ? `li:not([data-own-list] li):has(a:is(${links})) { display: none }` : "",
  );
  document.adoptedStyleSheets = [sheet];
}

/** A cookie tells the server, because browsers fetch pictures before any script can stop them. */
export function blurCovers(on: boolean) {
  document.documentElement.toggleAttribute("data-blurred", on);
  if (!on && !document.cookie.includes("blurred=")) return;
  const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; secure"] : ["", ""];
  const age = on ? COOKIE_DAYS.blurred * 86_400 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: few browsers have a cookie store
  document.cookie = `${prefix}blurred=1; path=/; samesite=lax; max-age=${age}${secure}`;
}
