import type { VideoCardData } from "../../../server/domain/cards.ts";

/** In milliseconds: a click comes within this time after the finger is lifted. */
export const CLICK_MS = 400;
/** In milliseconds: a touch so soon after scrolling only stops the scrolling. */
export const STILL_MS = 120;

export const cardVideos = new WeakMap<Element, VideoCardData>();

export const cardRef = (video: VideoCardData) => (element: Element | null) => {
  if (element) cardVideos.set(element, video);
};
