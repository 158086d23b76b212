import type { VideoCardData } from "../../../server/domain/cards.ts";
import { idlePart } from "../idle-part.tsx";

const videos = new WeakMap<Element, VideoCardData>();

export const cardOf = (video: VideoCardData) => (element: Element | null) => {
  if (element) videos.set(element, video);
};

const CardGestures = idlePart(
  async () => (await import("./card-menu/card-gestures.tsx")).CardGestures,
);

export const CardMenu = () => <CardGestures videos={videos} />;
