import type { VideoCardData } from "../../../server/domain/cards.ts";
import { idlePart } from "../idle-part.tsx";

const videos = new WeakMap<Element, VideoCardData>();

/** The ref of a card's element, by which the menu finds the card's video. */
export const cardOf = (video: VideoCardData) => (element: Element | null) => {
  if (element) videos.set(element, video);
};

const CardGestures = idlePart(
  async () => (await import("./card-menu/card-gestures.tsx")).CardGestures,
);

/** A menu for every card of a video: by a long press, or by a button beside what is hovered or focused. */
export const CardMenu = () => <CardGestures videos={videos} />;
