import type { VideoCardData } from "../../../../server/domain/cards.ts";

export type CardVideos = Pick<WeakMap<Element, VideoCardData>, "get" | "has">;

export interface Card {
  element: Element;
  video: VideoCardData;
}

export function cardAt(target: EventTarget | null, videos: CardVideos): Card | undefined {
  let element: Element | null = target instanceof Element ? target : null;
  while (element && !videos.has(element)) element = element.parentElement;
  const video = element ? videos.get(element) : undefined;
  return element && video ? { element, video } : undefined;
}
