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

export function whenWatched(video: HTMLVideoElement, work: () => void): () => void {
  if (!playsElsewhere(video)) return whenVisible(work);
  work();
  return () => undefined;
}
