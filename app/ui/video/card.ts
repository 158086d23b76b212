import type { VideoCardData } from "../../../server/domain/cards.ts";

export const cardVideos = new WeakMap<Element, VideoCardData>();

export const cardOf = (video: VideoCardData) => (element: Element | null) => {
  if (element) cardVideos.set(element, video);
};
