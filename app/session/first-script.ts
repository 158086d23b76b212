import type { VideoCardData } from "../../server/domain/cards.ts";
import { type KnownVideo, type WatchProgress, watchState } from "./storage-schema.ts";

/*
 * What the device's storage changes in a document that is the same for everybody. The document's head runs these
 * functions as an inline script, before the first paint, so that nothing moves: they use nothing from outside themselves.
 */

export interface VideoToContinue {
  video: VideoCardData & Partial<KnownVideo>;
  /** Undefined for what only the member's records know, which tell no second. */
  watched?: WatchProgress;
}

export interface WatchedVideos {
  videoHistory: readonly WatchProgress[];
  knownVideos: readonly KnownVideo[];
  removedHistory: readonly string[];
  recordedVideos: readonly VideoCardData[] | null;
}

/**
 * What was begun on this device and not finished, or on a new device what the member watched elsewhere; without the
 * hidden section, which whoever looks at the screen need not see. Latest first.
 */
export function videosToContinue(
  { videoHistory, knownVideos, removedHistory, recordedVideos }: WatchedVideos,
  stateOf: typeof watchState,
): VideoToContinue[] {
  const isShown = ({ code, hidden }: VideoToContinue["video"]) =>
    hidden !== true && !removedHistory.includes(code);
  if (videoHistory.length === 0)
    return (recordedVideos ?? []).filter(isShown).map((video) => ({ video }));
  const known = new Map(knownVideos.map((video) => [video.code, video]));
  return videoHistory.flatMap((watched) => {
    const video = known.get(watched.code);
    return video && isShown(video) && stateOf(watched) === "in progress"
      ? [{ video, watched }]
      : [];
  });
}

/** By a style sheet, as lists come from the server whole; lists of the visitor's own show everything. */
export function hideCards(codes: readonly string[]) {
  const links = codes
    .filter((code) => /^\d+$/.test(code))
    .map((code) => `[href="/videoinfo?id=${code}"]`);
  const [sheet = new CSSStyleSheet()] = document.adoptedStyleSheets;
  sheet.replaceSync(
    links.length > 0 ? `li:not([data-own-list] li):has(a:is(${links})) { display: none }` : "",
  );
  document.adoptedStyleSheets = [sheet];
}

/** Marks the document when there is something to continue, which shows the place of the shelf. */
function beforeFirstPaint(
  toContinue: typeof videosToContinue,
  stateOf: typeof watchState,
  hide: typeof hideCards,
) {
  try {
    const read = (storage: Storage, name: string) => JSON.parse(storage.getItem(name) ?? "[]");
    const watched = {
      videoHistory: read(localStorage, "videoHistory"),
      knownVideos: read(localStorage, "knownVideos"),
      removedHistory: read(localStorage, "removedHistory"),
      recordedVideos: read(sessionStorage, "recordedVideos"),
    };
    const found = toContinue(watched, stateOf).length > 0;
    document.documentElement.toggleAttribute("data-continues", found);
    hide(read(localStorage, "unwantedVideos"));
  } catch {
    // without a storage, or with a spoilt one, the document stays as it is
  }
}

/**
 * Before the scripts run, going back to what was an entry of the same document changes the address alone: its page is
 * loaded, as the router would take this document for that page's.
 */
function loadPageReturnedTo() {
  const page = () => location.pathname + location.search;
  const { dataset } = document.documentElement;
  const shown = page();
  const onReturn = (event: Event) => {
    if ("hydrated" in dataset || page() === shown) return;
    event.stopImmediatePropagation();
    dataset.left = "yes";
    location.reload();
  };
  addEventListener("popstate", onReturn, { capture: true });
}

export const firstScript = () =>
  `(${beforeFirstPaint})(${videosToContinue},${watchState},${hideCards});(${loadPageReturnedTo})()`;
