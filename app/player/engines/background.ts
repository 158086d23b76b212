import { deviceStorage } from "../../device/storage.ts";
import { whenVisible } from "../../ui/when-visible.ts";

/** Safari's older API. */
export interface AppleVideo extends HTMLVideoElement {
  webkitPresentationMode?: "inline" | "picture-in-picture" | "fullscreen";
  webkitSupportsPresentationMode?: (mode: string) => boolean;
  webkitSetPresentationMode?: (mode: string) => void;
  webkitCurrentPlaybackTargetIsWireless?: boolean;
  webkitShowPlaybackTargetPicker?: () => void;
}

export const playsElsewhere = (video: AppleVideo) =>
  document.pictureInPictureElement === video ||
  video.webkitPresentationMode === "picture-in-picture" ||
  video.webkitCurrentPlaybackTargetIsWireless === true ||
  // undefined in Firefox
  (video.remote as RemotePlayback | undefined)?.state === "connected";

/** Whether the viewer can only listen, and wants to; never to a slide of the feed. */
export const isOnlyHeard = (video: HTMLVideoElement) =>
  document.visibilityState === "hidden" &&
  deviceStorage.read("playInBackground") &&
  !video.dataset.slide &&
  !playsElsewhere(video);

export const playsOn = (video: HTMLVideoElement) => playsElsewhere(video) || isOnlyHeard(video);

export function whenWatched(video: HTMLVideoElement, work: () => void): () => void {
  if (!playsOn(video)) return whenVisible(work);
  work();
  return () => undefined;
}
